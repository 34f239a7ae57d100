import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Deps } from '../deps.ts'
import { sessionsIn } from './tables/sessions.ts'

/** Rows per step: about a millisecond, so that no request waits behind the count. */
const SLICE = 1000

/**
 * How many sessions are alive. A million of them take a second or two to count, so it goes in small steps with room for
 * others between; what changes meanwhile may be counted or not.
 */
export async function countSessions({ store, clock }: Pick<Deps, 'store' | 'clock'>): Promise<number> {
  let total = 0
  for (let after: string | undefined = ''; after !== undefined; ) {
    const slice = await sessionsIn(store).countSlice(after, clock.now(), SLICE)
    total += slice.live
    after = slice.last
    await nextTurn()
  }
  return total
}
