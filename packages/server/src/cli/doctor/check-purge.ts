import { keptUntil, retentionOf } from '../../gate/assembly/kept-until.ts'
import { type Finding, findingsOf } from '../../platform/commands/finding.ts'
import type { Config } from '../../platform/config/schema.ts'
import { HOUR_MS, humanTime } from '../../platform/kernel/clock.ts'
import type { Queries } from '../../platform/store/engine.ts'
import { TABLES } from '../../platform/store/table-list.ts'

const { ok, warn } = findingsOf('purge')

/** It runs every minute, and a million rows take it minutes. */
const LATE_MS = HOUR_MS

/** Rows that were to be removed an hour ago, and are still there. */
export async function* checkPurge(sql: Queries, config: Config, now: number): AsyncIterable<Finding> {
  const late: string[] = []
  for (const { name, facts } of TABLES) {
    if (!('after' in facts.purged)) continue
    const { after } = facts.purged
    const until = keptUntil(facts.purged, retentionOf(config), now - LATE_MS)
    const [row] = await sql.query(`SELECT ${after} AS oldest FROM ${name} WHERE ${after} < ? ORDER BY ${after} LIMIT 1`, [until])
    if (row) late.push(`${name} (${humanTime(Number(row['oldest']))})`)
  }
  if (late.length === 0) yield ok('what has expired is removed')
  else
    yield warn(
      `${late.join(', ')}: there are rows that were to be removed an hour ago: is the service running? If so, look for "the purge failed" in its log`,
    )
}
