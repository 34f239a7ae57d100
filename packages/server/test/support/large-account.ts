import { inject } from 'vitest'
import type { World } from './world.ts'

const DAY = 86_400_000

/** Gives an account sessions as they were before there was a cap, each with its refresh token. A recursive query writes them. */
export async function enlarge({ sql, clock }: Pick<World, 'sql' | 'clock'>, accountId: string, sessions: number): Promise<void> {
  const numbers = `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${sessions})`
  const [now, end] = [clock.now(), clock.now() + 30 * DAY]
  await sql(
    `INSERT INTO sessions (id, account_id, token_hash, ip_address, user_agent, method, provider, created_at, last_active_at, expires_at, refresh_expires_at)
     ${numbers} SELECT 'large-' || CAST(i AS TEXT), ?, 'token-' || CAST(i AS TEXT), '', '', 'provider', 'corp', ${now} - i, ${now} - i, ${end}, ${end} FROM n`,
    [accountId],
  )
  await sql(
    `INSERT INTO refresh_tokens (hash, session_id, generation, expires_at)
     ${numbers} SELECT 'refresh-' || CAST(i AS TEXT), 'large-' || CAST(i AS TEXT), 1, ${end} FROM n`,
  )
}

/** Counts every row of sessions and refresh tokens that is changed or removed from now on, also by a cascade. */
export async function watchRows({ sql }: Pick<World, 'sql'>): Promise<() => Promise<number>> {
  await sql(`CREATE TABLE touched (id TEXT)`)
  const isSqlite = inject('engine') === 'sqlite'
  if (!isSqlite)
    await sql(
      `CREATE FUNCTION touch() RETURNS trigger AS $$ BEGIN INSERT INTO touched VALUES (''); RETURN NULL; END $$ LANGUAGE plpgsql`,
    )
  for (const table of ['sessions', 'refresh_tokens'])
    for (const act of ['UPDATE', 'DELETE'])
      await sql(
        `CREATE TRIGGER touch_${table}_${act} AFTER ${act} ON ${table} ${
          isSqlite ? `BEGIN INSERT INTO touched VALUES (''); END` : 'FOR EACH ROW EXECUTE FUNCTION touch()'
        }`,
      )
  return async () => (await sql(`SELECT COUNT(*) AS total FROM touched`))[0]?.['total'] as number
}
