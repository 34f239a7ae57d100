import { setMaxListeners } from 'node:events'
import type { Logger } from 'pino'
import { headIn } from '../../../gate/audit/log/head.ts'
import type { Context } from '../../../gate/deps.ts'
import type { Chore, Worker } from '../../../gate/subject.ts'
import { Rounds } from '../../../platform/kernel/rounds.ts'
import { onAbort, Semaphore } from '../../../platform/kernel/semaphore.ts'
import { writeBody } from '../messages/write-body.ts'
import { type Delivery, deliveriesIn } from '../tables/deliveries.ts'
import { type Webhook, webhooksIn } from '../tables/webhooks.ts'
import { fanOut } from './fan-out.ts'
import { AT_ONCE, leaseDelivery, widthOf } from './lease-delivery.ts'
import { disableWithoutPower } from './maker-power.ts'
import { postMessage } from './post-message.ts'
import { settleAttempt } from './settle-attempt.ts'

const POLL_MS = 1000

export const WEBHOOKS_WORK = 'webhooks'

/** What is under way for an endpoint. */
interface Line {
  readonly underWay: Set<Promise<void>>
  serving: number
  isPreparing: boolean
  /** Whether all parts have come to their end. */
  isDone: boolean
}

/**
 * Tells servers of applications what has happened. Before the first of them there is it does nothing but look: a moment after the start,
 * because a process that died may have left something, and once a minute.
 */
export class Deliverer implements Worker {
  readonly name = WEBHOOKS_WORK
  readonly #contextFor: () => Context
  readonly #log: Logger
  readonly #cut = new AbortController()
  readonly #rounds: Rounds
  readonly #permits = new Semaphore(Array.from({ length: AT_ONCE }, (_, place) => place))
  /** By endpoint. */
  readonly #lines = new Map<string, Line>()
  #timer: NodeJS.Timeout | undefined
  readonly #firstLook: NodeJS.Timeout | undefined
  readonly #looksByItself: boolean

  /** Where the wait never ends, each look has to be asked for. */
  constructor(contextFor: () => Context, log: Logger, waitMs = POLL_MS) {
    this.#contextFor = contextFor
    this.#log = log
    this.#rounds = new Rounds(
      () => this.#look(),
      (err) => log.error({ err }, 'what webhooks have to be told could not be read'),
    )
    this.#looksByItself = Number.isFinite(waitMs)
    // Each attempt listens, and each line that waits for its turn.
    setMaxListeners(0, this.#cut.signal)
    // A database that is away is told by those who wait for it.
    const look = () => void this.chore(contextFor(), 0).catch(() => undefined)
    if (this.#looksByItself) this.#firstLook = setTimeout(look, waitMs).unref()
  }

  readonly chore: Chore = async ({ deps: { store } }) => {
    const isWanted = await webhooksIn(store).isWanted()
    if (isWanted) this.wake()
    else this.#rest()
    return false
  }

  wake(): void {
    if (this.#cut.signal.aborted) return
    if (this.#looksByItself) this.#timer ??= setInterval(() => this.wake(), POLL_MS).unref()
    this.#rounds.ask()
  }

  async idle(): Promise<void> {
    while (this.#rounds.running || this.#lines.size > 0)
      await Promise.all([this.#rounds.running, ...[...this.#lines.values()].flatMap(({ underWay }) => [...underWay])])
  }

  /** What is under way is given up, and sent again by the next process, under the same id. */
  async stop(): Promise<void> {
    this.#rest()
    clearTimeout(this.#firstLook)
    this.#rounds.stop()
    this.#cut.abort(new Error('the service stops'))
    await this.idle()
  }

  #rest(): void {
    clearInterval(this.#timer)
    this.#timer = undefined
  }

  async #look(): Promise<void> {
    const { store, sharedTime } = this.#contextFor().deps
    const size = (await headIn(store).find())?.size ?? 0
    for (const id of await webhooksIn(store).due(size, sharedTime.now())) this.#begin(id)
  }

  /** Looks again at the end, for what has come meanwhile. */
  #begin(id: string): void {
    const line = this.#lines.get(id) ?? { underWay: new Set(), serving: 0, isPreparing: false, isDone: true }
    this.#lines.set(id, line)
    if (line.isPreparing) return
    line.isPreparing = true
    const prepared = this.#prepare(id).finally(() => {
      line.isPreparing = false
    })
    this.#follow(
      id,
      line,
      prepared.then((width) => {
        while (line.serving < width) this.#serveIn(id, line)
        return width > 0
      }),
    )
  }

  /** One that waits for a slow answer leaves the others of its line free. */
  #serveIn(id: string, line: Line): void {
    line.serving++
    this.#follow(
      id,
      line,
      this.#serve(id).finally(() => line.serving--),
    )
  }

  /** A part of a line: false where it is better looked at later. */
  #follow(id: string, line: Line, part: Promise<boolean>): void {
    const followed = part
      .catch((err: unknown) => this.#cannot(id, err))
      .then((isDone) => {
        line.underWay.delete(followed)
        line.isDone &&= isDone
        if (line.underWay.size > 0) return
        this.#lines.delete(id)
        if (line.isDone) this.wake()
      })
    line.underWay.add(followed)
  }

  /** Notes what is to be told, and says how many at once may tell it. */
  async #prepare(id: string): Promise<number> {
    if (await disableWithoutPower(this.#contextFor(), id)) return 0
    while (await fanOut(this.#contextFor(), id)) if (this.#cut.signal.aborted) return 0
    const webhook = await webhooksIn(this.#contextFor().deps.store).find(id)
    return webhook ? widthOf(webhook) : 0
  }

  #cannot(webhookId: string, err: unknown): false {
    if (!this.#cut.signal.aborted) this.#log.error({ err, webhookId }, 'a webhook could not be told what has happened')
    return false
  }

  async #serve(id: string): Promise<boolean> {
    while (!this.#cut.signal.aborted) {
      const permit = await this.#permits.acquire(onAbort(this.#cut.signal))
      try {
        const next = await leaseDelivery(this.#contextFor(), id)
        if (next === 'nothing') return true
        if (next === 'full' || !(await this.#tell(next.webhook, next.delivery))) return false
      } finally {
        this.#permits.release(permit)
      }
    }
    return false
  }

  async #tell(webhook: Webhook, delivery: Delivery): Promise<boolean> {
    const context = this.#contextFor()
    const { store, sharedTime } = context.deps
    const body = await writeBody(context.deps, delivery)
    if (body === undefined) {
      // The log keeps it no longer.
      await deliveriesIn(store).finish(delivery.id, delivery, sharedTime.now())
      return true
    }
    try {
      const sent = await postMessage(context.deps, webhook, { id: delivery.eventId, body }, this.#cut.signal)
      return await settleAttempt(context, webhook, delivery, sent)
    } catch (error) {
      if (this.#cut.signal.aborted) {
        await deliveriesIn(store).giveBack(delivery.id)
        return false
      }
      throw error
    }
  }
}
