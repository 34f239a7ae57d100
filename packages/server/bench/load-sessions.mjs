import { connect } from './load-accounts.mjs'

const DAY = 86_400_000

/** Whatever its number, a token looks like one that the service has made; its hash is as scattered as any other. */
const TOKEN_START = 'bench-token-of-a-session-that-was-loaded'.slice(0, 35)
const eight = (number) => String(100_000_000 + number).slice(1)
const eightInSql = (number) => `substr(CAST(100000000 + ${number} AS TEXT), 2)`
const ID_END = '-0000-7000-8000-000000000000'

export const loadedAccountId = (n) => eight(n) + ID_END
export const loadedSessionId = (n) => eight(n) + ID_END
export const loadedCookie = (n) => `app_session=${TOKEN_START}${eight(n)}`

const hashInSql = {
  sqlite: (token) => `token_hash(${token})`,
  postgres: (token) => `translate(rtrim(encode(sha256(convert_to(${token}, 'UTF8')), 'base64'), '='), '+/', '-_')`,
}

const numbers = (from, to) =>
  `WITH RECURSIVE n (i) AS (SELECT CAST(${from} AS BIGINT) UNION ALL SELECT i + 1 FROM n WHERE i + 1 < ${to})`

/** They count as searched and sorted already, or the service would be busy with their words. */
const accounts = (from, to, now) => `
  INSERT INTO accounts (id, email, name, words_of, role, credential_version, verified_at, created_at, updated_at) ${numbers(from, to)}
  SELECT ${eightInSql('i')} || '${ID_END}', 'loaded' || CAST(i AS TEXT) || '@example.com', 'Ada Lovelace',
    'loaded' || CAST(i AS TEXT) || '@example.com Ada Lovelace', 'user', 1, ${now}, ${now}, ${now} FROM n`

/** Last active tomorrow: a check that finds it long ago notes it, and here it is the check alone that is measured. */
const sessions = (kind, from, to, perAccount, now) => `
  INSERT INTO sessions (id, account_id, token_hash, ip_address, user_agent, method, created_at, last_active_at, expires_at, refresh_expires_at)
  ${numbers(from, to)}
  SELECT ${eightInSql('i')} || '${ID_END}', ${eightInSql(`i / ${perAccount}`)} || '${ID_END}',
    ${hashInSql[kind](`'${TOKEN_START}' || ${eightInSql('i')}`)}, '203.0.113.7',
    'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'password', ${now}, ${now + DAY}, ${now + DAY}, ${now + 30 * DAY} FROM n`

/** Accounts from..to of a database that the service has already migrated, each with so many live sessions in a row. */
export async function loadSessions(database, { from = 0, to, perAccount }) {
  const { query, close } = await connect(database)
  const now = Date.now()
  if (database.kind === 'sqlite') await query('PRAGMA cache_size = -1000000')
  await query(accounts(from, to, now))
  await query(sessions(database.kind, from * perAccount, to * perAccount, perAccount, now))
  if (database.kind === 'postgres') await query('VACUUM ANALYZE accounts, sessions')
  await close()
}
