import { randomUUID } from 'node:crypto'
import type { Logger } from 'pino'
import type { Context } from '../../../gate/deps.ts'
import type { Chore, Worker } from '../../../gate/subject.ts'

const POLL_MS = 1000

/** Passes what is sealed on to the collector of `AUDIT_STREAM`. What it takes is loaded with the first look. */
export class CollectorFeed implements Worker {
  readonly name = 'collector'
  readonly #contextFor: () => Context
  readonly #log: Logger
  readonly #target: string
  readonly #holder = randomUUID()
  readonly #cut = new AbortController()
  readonly #timer: NodeJS.Timeout | undefined
  #round: Promise<void> | undefined

  /** Where nothing comes by itself, a round has to be asked for. */
  constructor(
    contextFor: () => Context,
    log: Logger,
    { target, pollMs = POLL_MS }: { target: string; pollMs?: number | undefined },
  ) {
    this.#contextFor = contextFor
    this.#log = log
    this.#target = target
    if (Number.isFinite(pollMs)) this.#timer = setInterval(() => this.wake(), Math.max(pollMs, POLL_MS)).unref()
  }

  wake(): void {
    if (this.#cut.signal.aborted) return
    this.#round ??= this.#feed()
      .catch((err: unknown) => this.#log.error({ err }, 'what is for the collector could not be read'))
      .finally(() => {
        this.#round = undefined
      })
  }

  /** The timer looks more often. */
  readonly chore: Chore = async () => false

  async idle(): Promise<void> {
    await this.#round
  }

  /** What is under way is given up, and passed on again by the next process. */
  async stop(): Promise<void> {
    clearInterval(this.#timer)
    this.#cut.abort(new Error('the service stops'))
    await this.#round
  }

  async #feed(): Promise<void> {
    const { feedCollector } = await import('./feed-collector.ts')
    const feeding = { target: this.#target, holder: this.#holder, log: this.#log, cut: this.#cut.signal }
    await feedCollector(this.#contextFor, feeding)
  }
}
