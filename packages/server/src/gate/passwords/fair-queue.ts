import { Failure } from '../../platform/kernel/errors.ts'
import { FairLine, type QueueEntry } from './fair-line.ts'

export type QueueLoad = { readonly running: number; readonly waiting: number; readonly refused: number }

/** No request waits longer than this for its turn, because by then its sender has given up. */
const MAX_WAIT_MS = 5000

type Waiter = { start(): void; refuse(): void }

/** Networks take turns. In a full queue the largest network loses a job, so that a flood locks out no network but its own. */
export function fairQueue(concurrency: number, capacity: number) {
  const line = new FairLine<Waiter>(capacity)
  let running = 0
  let waiting = 0
  let refused = 0

  const refusal = (): Failure => {
    refused++
    return new Failure('overloaded', { retryAfter: 1 })
  }
  const giveUp = (entry: QueueEntry<Waiter>): void => {
    line.giveUp(entry)
    waiting--
    entry.value.refuse()
  }
  const makeRoom = (network: string): void => {
    if (waiting < capacity) return
    const newest = line.whoMakesRoomFor(network)
    if (!newest) throw refusal()
    giveUp(newest)
  }

  const turn = async (network: string): Promise<QueueEntry<Waiter>['lane']> => {
    if (running < concurrency) {
      running++
      return line.enter(network)
    }
    makeRoom(network)
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => giveUp(entry), MAX_WAIT_MS)
      const settle = (end: () => void) => () => {
        clearTimeout(timer)
        end()
      }
      const entry = line.wait(network, { start: settle(() => resolve(entry.lane)), refuse: settle(() => reject(refusal())) })
      waiting++
    })
  }

  const inTurn = async <T>(network: string, job: () => Promise<T>): Promise<T> => {
    const lane = await turn(network)
    try {
      return await job()
    } finally {
      line.leave(lane)
      const next = line.next()
      if (next) {
        waiting--
        next.value.start()
      } else running--
    }
  }
  return { inTurn, load: (): QueueLoad => ({ running, waiting, refused }) }
}
