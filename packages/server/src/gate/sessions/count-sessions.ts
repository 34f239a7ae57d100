import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Deps } from '../deps.ts'
import { sessionsIn } from './tables/sessions.ts'

/** Rows per step, which take about a millisecond. */
const SLICE = 1000

/** A million sessions take a second or two, so they are counted in small steps; changes meanwhile may be counted or not. */
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
