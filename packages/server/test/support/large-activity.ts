import type { World } from './world.ts'

/** So many at once are written well within the time that a statement may take, also where the machine has much else to do. */
const AT_ONCE = 10_000

/** Failures of strangers for an account, one an hour, as they come together over the years. Recursive queries write them. */
export async function enlargeActivity(
  { sql, clock }: Pick<World, 'sql' | 'clock'>,
  accountId: string,
  rows: number,
): Promise<void> {
  for (let done = 0; done < rows; done += AT_ONCE)
    await sql(
      `INSERT INTO activity (id, account_id, type, success, made_by, ip, user_agent, count, created_at)
     WITH RECURSIVE n (i) AS (SELECT ${done + 1} UNION ALL SELECT i + 1 FROM n WHERE i < ${Math.min(done + AT_ONCE, rows)})
     SELECT '00000000-0000-8000-8000-' || substr(CAST(1000000000000 + i AS TEXT), 2), '${accountId}', 'login.failed', 0, 'somebody',
       '203.0.113.0/24', '', i, ${clock.now()} - CAST(i AS BIGINT) * 3600000 FROM n`,
    )
}
