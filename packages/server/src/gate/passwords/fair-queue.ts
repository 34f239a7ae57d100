import { Failure } from '../../platform/kernel/errors.ts'
import { FairLine, type QueueEntry } from './fair-line.ts'

export interface QueueLoad {
  readonly running: number
  readonly waiting: number
  /** Since the start. */
  readonly refused: number
}

/** No request waits longer than this for its turn: by then its sender has given up. */
const MAX_WAIT_MS = 5000

interface Waiter {
  start(): void
  refuse(): void
}

/**
 * So many jobs run at once, so many may wait, and the rest is refused at once. The turns go round the networks that the jobs
 * come from. When all places are taken, the network with the most waiting gives one up for a network that has fewer: a flood
 * keeps no network out but its own.
 */
export function fairQueue(concurrency: number, capacity: number) {
  const line = new FairLine<Waiter>(capacity)
  let running = 0
  let waiting = 0
  let refused = 0

  const refusal = (): Failure => {
    refused++
    return new Failure('overloaded', { retryAfter: 1 })
  }
  const giveUp = (place: QueueEntry<Waiter>): void => {
    line.giveUp(place)
    waiting--
    place.value.refuse()
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
      const timer = setTimeout(() => giveUp(place), MAX_WAIT_MS)
      const settle = (end: () => void) => () => {
        clearTimeout(timer)
        end()
      }
      const place = line.wait(network, {
        start: settle(() => resolve(place.lane)),
        refuse: settle(() => reject(refusal())),
      })
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
