import type { Logger } from 'pino'
import type { Store } from '../../platform/store/store.ts'
import type { SharedTime } from '../upkeep/shared-time.ts'
import { MOST_ORIGINS, refusedReturnsIn } from './tables/refused-returns.ts'

export const RETURN_SETTINGS =
  'if that is an application of yours, add it to ALLOWED_ORIGINS, or to FORWARD_AUTH_APPS where a proxy asks about it'

interface Options {
  /** Of an address that would do if its origin were allowed. */
  readonly originOf: (wanted: string | undefined) => string | undefined
  readonly log: Logger
  readonly storeFor: () => Store
  readonly time: Pick<SharedTime, 'now'>
}

/**
 * Tells the operator of origins that people wanted to come back to and that no setting allows: else an app whose setting was forgotten only
 * seems to lose its visitors. Each is told once, and only so many, because any stranger can name them.
 */
export class RefusedReturns {
  readonly #options: Options
  readonly #told = new Set<string>()
  /** One after the other, so that each sees how many rows there are. */
  #writes: Promise<void> = Promise.resolve()

  constructor(options: Options) {
    this.#options = options
  }

  /** Nothing of an address but its origin is kept. The request does not wait for the row, and does not fail with it. */
  note(wanted: string | undefined): void {
    if (this.#told.size === MOST_ORIGINS) return
    const { originOf, log } = this.#options
    const origin = originOf(wanted)
    if (origin === undefined || this.#told.has(origin)) return
    this.#told.add(origin)
    log.warn({ origin }, `people are not sent back there: ${RETURN_SETTINGS}`)
    if (this.#told.size === MOST_ORIGINS) log.warn('no further origins of this kind are told of until the next start')
    this.#writes = this.#writes.then(() => this.#write(origin))
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
