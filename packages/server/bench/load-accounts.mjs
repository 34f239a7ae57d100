import { hash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'

const FIRST =
  'Ada Ben Carl Dora Emil Fritz Gina Hanna Ida José Karl Lena Mia Nora Otto Paul Quinn Rosa Sara Tom Uwe Vera Willi Xenia Yara Zoë'
const SYLLABLES = 'al ber da feld gard hof ing jan kamp lind mann nau ost pahl rath schu tal ulm vogt wein'

/** A table of these words, and the expression that takes one of them. */
const table = (name, words) =>
  `${name} (k, word) AS (VALUES ${words
    .split(' ')
    .map((word, index) => `(${index}, '${word}')`)
    .join(', ')})`
const one = (name, k) => `(SELECT word FROM ${name} WHERE k = ${k})`

/**
 * Accounts a second apart, the last one an hour old. A recursive query writes them without sending any. Everybody has one
 * of 26 first names and one of 400 last names, but for ten who are called Quirin Zwölfer.
 */
const insert = (count, now) => `
  INSERT INTO accounts (id, email, name, role, credential_version, banned_at, created_at, updated_at)
  WITH RECURSIVE n (i) AS (SELECT CAST(1 AS BIGINT) UNION ALL SELECT i + 1 FROM n WHERE i < ${count}),
    ${table('firsts', FIRST)}, ${table('syllables', SYLLABLES)}
  SELECT substr(CAST(100000000 + i AS TEXT), 2) || '-0000-7000-8000-000000000000', 'user' || CAST(i AS TEXT) || '@example.com',
    CASE i % ${count / 10} WHEN 0 THEN 'Quirin Zwölfer'
      ELSE ${one('firsts', 'i * 31 % 26')} || ' ' || ${one('syllables', 'i % 20')} || ${one('syllables', 'i / 20 % 20')} END,
    'user', 1, CASE i % 1000 WHEN 0 THEN 1 END, ${now - 3_600_000} - (${count} - i) * 1000, ${now - 3_600_000} - (i * 7919 % ${count}) * 1000
  FROM n`

/** Writes `count` accounts straight into a database that the service has already migrated. */
export async function loadAccounts(database, count) {
  const { query, close } = await connect(database)
  await query(insert(count, Date.now()))
  await query(
    `INSERT INTO day_counters SELECT 'account', created_at / 86400000, 99, COUNT(*) FROM accounts WHERE email LIKE 'user%' GROUP BY created_at / 86400000`,
  )
  if (database.kind === 'postgres') await query('VACUUM ANALYZE accounts')
  await close()
}

/** The service makes the words of older accounts in the background; nothing is measured before it has. */
export async function untilPrepared(database) {
  const { query, close } = await connect(database)
  const isWorded = async () => {
    const waiting = await query(
      `SELECT 1 FROM accounts WHERE CASE WHEN words_of = email || ' ' || name THEN 0 ELSE 1 END = 1 LIMIT 1`,
    )
    return waiting.length === 0
  }
  while (!(await isWorded())) await sleep(1000)
  if (database.kind === 'postgres') for (const table of ['accounts', 'account_words']) await query(`VACUUM ANALYZE ${table}`)
  await close()
}

export async function connect({ kind, url }) {
  if (kind === 'postgres') {
    const { default: pg } = await import('pg')
    const client = new pg.Client(url)
    await client.connect()
    return { query: async (sql) => (await client.query(sql)).rows, close: () => client.end() }
  }
  const { DatabaseSync } = await import('@photostructure/sqlite')
  const file = new DatabaseSync(url.slice('file:'.length))
  file.function('token_hash', { deterministic: true }, (token) => hash('sha256', token, 'base64url'))
  return { query: async (sql) => file.prepare(sql).all(), close: async () => file.close() }
}
