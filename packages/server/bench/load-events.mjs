import { connect } from './load-accounts.mjs'

const DAY = 86_400_000
const DAYS = 390

export const PROXY = '10.0.0.1'
export const RARE_IP = '203.0.113.7'
export const someAccount = (n) => `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`
export const HOT = someAccount(999_999)

/**
 * Events of a little more than a year, up to an hour ago. A quarter are sign-ins, one in ten has failed, half came through one
 * address; thirty are bans. One account has one in thirty of them, and the others belong to a hundred thousand.
 */
const insert = (count, now) => `
  INSERT INTO audit_events (id, type, success, actor_id, target_user_id, session_id, ip, user_agent, request_id, metadata, created_at)
  WITH RECURSIVE n (i) AS (SELECT CAST(1 AS BIGINT) UNION ALL SELECT i + 1 FROM n WHERE i < ${count}),
    e (i, k, who, at) AS (SELECT i, i * 7919 % 100, CASE WHEN i % 30 = 1 THEN 999999 ELSE i * 31 % 100000 END,
      ${now - 3_600_000} - (${count} - i) * ${Math.floor((DAYS * DAY) / count)} FROM n)
  SELECT substr(CAST(100000000 + i AS TEXT), 2) || '-0000-7000-8000-000000000000',
    CASE WHEN i % ${count / 30} = 0 THEN 'admin.user.banned' WHEN k < 25 THEN 'login.success' WHEN k < 50 THEN 'session.created'
      WHEN k < 80 THEN 'session.refreshed' WHEN k < 90 THEN 'login.failed' WHEN k < 99 THEN 'logout' ELSE 'user.registered' END,
    CASE WHEN k >= 80 AND k < 90 THEN 0 ELSE 1 END,
    CASE WHEN k < 80 THEN ${id('who')} END, ${id('who')}, NULL,
    CASE WHEN i % 300000 = 5 THEN '${RARE_IP}' WHEN i % 2 = 0 THEN '${PROXY}'
      ELSE '172.16.' || CAST(i / 2 % 200 AS TEXT) || '.' || CAST(i / 400 % 250 AS TEXT) END,
    'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', ${id('i')}, '{}', at FROM e`

const id = (number) => `'00000000-0000-7000-8000-' || substr(CAST(1000000000000 + ${number} AS TEXT), 2)`

/** As the migration does for what was there before there were counters. */
const counters = [
  [`'sign-up'`, `audit_events WHERE type = 'user.registered' AND success = 1`],
  [`'sign-in'`, `audit_events WHERE type IN ('login.success', 'admin.login.success', 'oauth.login') AND success = 1`],
]

/** Writes `count` events straight into a database that the service has already migrated. */
export async function loadEvents(database, count) {
  const { query, close } = await connect(database)
  await query(insert(count, Date.now()))
  for (const [figure, rows] of counters)
    await query(
      `INSERT INTO day_counters SELECT ${figure}, created_at / ${DAY}, 99, COUNT(*) FROM ${rows} GROUP BY created_at / ${DAY}`,
    )
  if (database.kind === 'postgres') await query('VACUUM ANALYZE audit_events')
  await close()
}
