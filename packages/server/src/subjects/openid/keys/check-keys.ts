import { type Finding, findingsOf } from '../../../platform/commands/finding.ts'
import { DAY_MS, humanTime, systemClock } from '../../../platform/kernel/clock.ts'
import type { Queries } from '../../../platform/store/engine.ts'
import { ALGORITHMS } from '../clients/client.ts'
import { SIGNING_KEYS } from '../tables/signing-keys.ts'
import { isDue, nextSignsFrom } from './schedule.ts'

const { ok, warn } = findingsOf('signing keys')

const EXAMINED = SIGNING_KEYS.pick('algorithm', 'signsFrom', 'signsUntil', 'publishedUntil')
/** The purge makes the next one within minutes. */
const LATE_MS = DAY_MS

/** When the next key of each algorithm signs, and whether it is late. */
export async function* checkSigningKeys(sql: Queries): AsyncIterable<Finding> {
  const now = systemClock.now()
  const keys = (await sql.query(`SELECT ${EXAMINED.names} FROM oidc_signing_keys`)).map(EXAMINED.read)
  if (keys.length === 0) yield ok('none is needed yet')
  for (const algorithm of ALGORITHMS) {
    const own = keys.filter((key) => key.algorithm === algorithm)
    if (own.length === 0) continue
    const next = humanTime(nextSignsFrom(own, now))
    if (!isDue(own, now - LATE_MS)) yield ok(`${algorithm}: the next one signs from ${next}`)
    else
      yield warn(
        `${algorithm}: another one was to sign from ${next}, and there is none: is the service running? If so, look for "the purge failed" in the log`,
      )
  }
}
