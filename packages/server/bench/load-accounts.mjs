import { setTimeout as sleep } from 'node:timers/promises'

/** Accounts a second apart, the last one an hour old. A recursive query writes them without sending any. */
const insert = (from, to, now) => `
  INSERT INTO accounts (id, email, name, role, credential_version, banned_at, created_at, updated_at)
  WITH RECURSIVE n (i) AS (SELECT CAST(${from} AS BIGINT) UNION ALL SELECT i + 1 FROM n WHERE i < ${to})
  SELECT 'id-' || CAST(i AS TEXT), 'user' || CAST(i AS TEXT) || '@example.com', 'User ' || CAST(i AS TEXT),
    'user', 1, CASE i % 1000 WHEN 0 THEN 1 END, ${now - 3_600_000} - (${to} - i) * 1000, ${now - 3_600_000} - (i * 7919 % ${to}) * 1000
  FROM n`

/** Writes `count` accounts straight into a database that the service has already migrated. */
export async function loadAccounts(database, count) {
  const { query, close } = await connect(database)
  await query(insert(1, count, Date.now()))
  if (database.kind === 'postgres') await query('VACUUM ANALYZE accounts')
  await close()
}

/** The service counts older accounts in the background; nothing is measured before it has. */
export async function untilCounted(database) {
  const { query, close } = await connect(database)
  const isCounted = async () => {
    const [spans] = await query(
      `SELECT COUNT(*) AS marked, COUNT(accounts) AS counted, COALESCE(MAX(ends_at), -1) AS ends_at FROM account_spans`,
    )
    const [rest] = await query(`SELECT COUNT(*) AS accounts FROM accounts WHERE created_at > ${spans.ends_at}`)
    return Number(spans.marked) === Number(spans.counted) && Number(rest.accounts) < 2000
  }
  while (!(await isCounted())) await sleep(1000)
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
  return { query: async (sql) => file.prepare(sql).all(), close: async () => file.close() }
}
