import { TOO_MUCH_MS, WORTH_A_WARNING_MS } from '../../gate/upkeep/shared-time.ts'
import { type Finding, findingsOf } from '../../platform/commands/finding.ts'
import { type Clock, humanTime } from '../../platform/kernel/clock.ts'
import type { Reader } from '../../platform/store/open-reader.ts'

const { ok, warn, fail } = findingsOf('clock')

/** Every process measures lifetimes by its own clock, so all clocks have to agree. The service applies the same limits. */
export async function* checkClock(reader: Reader, clock: Clock): AsyncIterable<Finding> {
  const [newest] = await reader.query(`SELECT created_at FROM audit_events ORDER BY created_at DESC LIMIT 1`)
  const latest = Number(newest?.['created_at'] ?? 0)
  if (latest > clock.now() + TOO_MUCH_MS) {
    yield fail(`this machine's clock is behind: the audit log goes on until ${humanTime(latest)}. Set it by NTP.`)
  } else if (reader.name === 'sqlite') yield ok('later than everything in the audit log')
  if (reader.name === 'postgres') yield differenceFinding(await differenceTo(reader, clock))
}

/** Compares with the middle between question and answer. */
async function differenceTo(reader: Reader, clock: Clock): Promise<number> {
  const asked = clock.now()
  const [row] = await reader.query(`SELECT (EXTRACT(EPOCH FROM clock_timestamp()) * 1000)::BIGINT AS now`)
  return Math.round(Math.abs(Number(row?.['now']) - (asked + clock.now()) / 2))
}

export function differenceFinding(differenceMs: number): Finding {
  const shown = `${(differenceMs / 1000).toFixed(1)} s`
  if (differenceMs <= WORTH_A_WARNING_MS) return ok(`agrees with the database's, within ${shown}`)
  const message = `differs from the database's by ${shown}: set both by NTP`
  return differenceMs <= TOO_MUCH_MS ? warn(message) : fail(message)
}
