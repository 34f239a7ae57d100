import { schemeCounts } from '../../gate/passwords/foreign/count-schemes.ts'
import { type Finding, findingsOf } from '../../platform/commands/finding.ts'
import type { Config } from '../../platform/config/schema.ts'
import { humanDuration } from '../../platform/kernel/human-duration.ts'
import type { Queries } from '../../platform/store/engine.ts'

const { ok } = findingsOf('imported passwords')

/** Each leaves with the first sign-in of its account. */
export async function* checkForeign(sql: Queries, { passwords: { importedHashTtl } }: Config): AsyncIterable<Finding> {
  const counts = await schemeCounts(sql, 'foreign')
  if (counts.size === 0) return
  const total = [...counts.values()].reduce((sum, count) => sum + count)
  const each = [...counts].map(([scheme, count]) => `${scheme} ${count}`).join(', ')
  const end = importedHashTtl === undefined ? 'IMPORTED_HASH_TTL is off' : `void after ${humanDuration(importedHashTtl)}`
  yield ok(`${total} as another system hashed them (${each}); ${end}`)
}
