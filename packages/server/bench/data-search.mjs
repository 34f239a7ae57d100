import { parseArgs } from 'node:util'
import { figuresOf, printTable, withService } from './ask-lists.mjs'
import { connect, loadAccounts, untilPrepared } from './load-accounts.mjs'

/** Accounts found by a declared field, at a thousand accounts and at a million: what does each kind of value cost? */
const { values: options } = parseArgs({
  options: { database: { type: 'string', default: 'sqlite' }, size: { type: 'string', default: '1000000' } },
})
const SIZES = [1000, Number(options.size)]

const DATA_FIELDS = JSON.stringify({
  customerId: { type: 'text', access: 'private', searchable: true },
  plan: { type: 'choice', choices: ['free', 'pro', 'gold'], default: 'free', searchable: true },
})

/** Everybody has a number of their own; one in three pays, and one in 10,000 much. */
const NUMBER = `'c-' || substr(id, 1, 8)`
const PLAN = `CASE WHEN CAST(substr(id, 1, 8) AS BIGINT) % 10000 = 1 THEN 'gold' ELSE 'pro' END`
const PAYS = `CAST(substr(id, 1, 8) AS BIGINT) % 3 = 1 OR CAST(substr(id, 1, 8) AS BIGINT) % 10000 = 1`
const OURS = `email LIKE 'user%'`

async function load(database, size) {
  await loadAccounts(database, size)
  const { query, close } = await connect(database)
  await query(
    `INSERT INTO account_data (account_id, field, value) SELECT id, 'customerId', '"' || ${NUMBER} || '"' FROM accounts WHERE ${OURS}`,
  )
  await query(
    `INSERT INTO account_data (account_id, field, value) SELECT id, 'plan', '"' || ${PLAN} || '"' FROM accounts WHERE ${OURS} AND (${PAYS})`,
  )
  await query(`UPDATE accounts SET data_updated_at = created_at, data = '{"customerId":"' || ${NUMBER} || '"' ||
    CASE WHEN ${PAYS} THEN ',"plan":"' || ${PLAN} || '"' ELSE '' END || '}' WHERE ${OURS}`)
  if (database.kind === 'postgres') await query('VACUUM ANALYZE accounts, account_data')
  await close()
}

const LIST = '/admin/users?'
const questions = (size) => ({
  'first page of all': LIST,
  'a value of one account': `${LIST}data.customerId=c-${String(size / 2).padStart(8, '0')}`,
  'a value of nobody': `${LIST}data.customerId=c-none`,
  'a value of one in 10,000': `${LIST}data.plan=gold`,
  'a value of one in three': `${LIST}data.plan=pro`,
  'a value of one in three, page 500': [`${LIST}data.plan=pro`, 500],
  'the default, which most have without a value': `${LIST}data.plan=free`,
  'a value of one in three, and a search that nobody meets': `${LIST}data.plan=pro&search=nobody`,
})

const measure = (size) =>
  withService(
    options.database,
    (database) => load(database, size),
    async (world) => {
      await untilPrepared(world.database)
      return figuresOf(world, size > 1000 ? questions(size) : { ...questions(size), 'a value of one in three, page 500': LIST })
    },
    { DATA_FIELDS },
  )

printTable(options.database, SIZES, 'accounts', [await measure(SIZES[0]), await measure(SIZES[1])])
