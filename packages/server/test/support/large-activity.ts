import type { World } from './world.ts'

/** Failures of strangers for an account, one an hour, as they come together over the years. A recursive query writes them. */
export async function enlargeActivity(
  { sql, clock }: Pick<World, 'sql' | 'clock'>,
  accountId: string,
  rows: number,
): Promise<void> {
  await sql(
    `INSERT INTO activity (id, account_id, type, success, made_by, ip, user_agent, count, created_at)
     WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${rows})
     SELECT '00000000-0000-8000-8000-' || substr(CAST(1000000000000 + i AS TEXT), 2), '${accountId}', 'login.failed', 0, 'somebody',
       '203.0.113.0/24', '', i, ${clock.now()} - CAST(i AS BIGINT) * 3600000 FROM n`,
  )
}
