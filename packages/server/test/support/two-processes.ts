import { byHand } from './by-hand.ts'
import { cacheSetting } from './cache-setting.ts'
import { doorTo } from './door-to.ts'
import { processes, untilHeld } from './processes.ts'
import { spread } from './spread.ts'
import type { RunningService } from './world.ts'

/** The built program, twice, on one database. Requests go to the one and the other by turns. */
export async function twoProcesses(env: Record<string, string> = {}): Promise<RunningService> {
  const { mail, engine, start } = await processes(env)
  const [one, other] = await Promise.all([start(), start()])
  if (!('SESSION_CACHE_SIZE' in cacheSetting)) await Promise.all([untilHeld(one), untilHeld(other)])
  return spread([doorTo(() => one.server.url), doorTo(() => other.server.url)], { mail, sql: byHand(engine) })
}
