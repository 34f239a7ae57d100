import type { Logger } from 'pino'
import { BoundedMap } from '../../platform/kernel/bounded-map.ts'
import { HOUR_MS } from '../../platform/kernel/clock.ts'
import type { Store } from '../../platform/store/store.ts'
import type { SharedTime } from '../upkeep/shared-time.ts'
import { refusedReturnsIn } from './tables/refused-returns.ts'

export const RETURN_SETTINGS =
  'if that is an application of yours, add it to ALLOWED_ORIGINS, or to FORWARD_AUTH_APPS where a proxy asks about it'

interface Options {
  /** Of an address that would do if its origin were allowed. */
  readonly originOf: (wanted: string | undefined) => string | undefined
  readonly log: Logger
  readonly storeFor: () => Store
  readonly time: Pick<SharedTime, 'now'>
}

/** A warning that is flooded is none. */
const MOST_AN_HOUR = 20
const MOST_REMEMBERED = 1000

/**
 * Tells the operator of origins that people wanted to come back to and that no setting allows: else an app whose setting was forgotten only
 * seems to lose its visitors. Each is told of once, and only so many an hour, because any stranger can name them.
 */
export class RefusedReturns {
  readonly #options: Options
  /** When each was last written down. */
  readonly #noted = new BoundedMap<number>(MOST_REMEMBERED)
  #hour = { began: Number.NEGATIVE_INFINITY, count: 0 }
  /** One after the other, so that each sees how many rows there are. */
  #writes: Promise<void> = Promise.resolve()

  constructor(options: Options) {
    this.#options = options
  }

  /** Nothing of an address but its origin is kept. The request does not wait for the row, and does not fail with it. */
  note(wanted: string | undefined): void {
    const { originOf, log, time } = this.#options
    const origin = originOf(wanted)
    const now = time.now()
    const last = origin === undefined ? undefined : this.#noted.get(origin)
    if (origin === undefined || (last !== undefined && now - last < HOUR_MS) || !this.#hasRoom(now)) return
    this.#noted.set(origin, now)
    if (last === undefined) log.warn({ origin }, `people are not sent back there: ${RETURN_SETTINGS}`)
    this.#writes = this.#writes.then(() => this.#write(origin))
  }

  #hasRoom(now: number): boolean {
    if (now - this.#hour.began >= HOUR_MS) this.#hour = { began: now, count: 0 }
    this.#hour.count++
    if (this.#hour.count === MOST_AN_HOUR + 1)
      this.#options.log.warn('no further origins of this kind are told of within the hour')
    return this.#hour.count <= MOST_AN_HOUR
  }

  /** When all that was noted so far is written. */
  settled(): Promise<void> {
    return this.#writes
  }

  async #write(origin: string): Promise<void> {
    const { log, storeFor, time } = this.#options
    try {
      await refusedReturnsIn(storeFor()).note(origin, time.now())
    } catch (err) {
      log.warn({ err }, 'a refused origin could not be noted for the doctor')
    }
  }
}
