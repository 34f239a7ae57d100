import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Clock } from '../kernel/clock.ts'
import type { KeyRing } from '../kernel/keys.ts'
import type { MailEnd, Observer } from '../kernel/observer.ts'
import { unsealMail } from './seal-mail.ts'
import { MailRefused, type MailTransport, SealedElsewhere } from './transport.ts'

interface QueuedMail {
  readonly id: string
  readonly payload: string | undefined
  readonly attempts: number
  readonly expiresAt: number
}

/** The rows behind the outbox, as the store keeps them. */
interface MailQueue {
  find(id: string): Promise<QueuedMail | undefined>
  due(now: number, limit: number): Promise<readonly string[]>
  lease(id: string, now: number, until: number): Promise<QueuedMail | undefined>
  postpone(id: string, nextAttemptAt: number): Promise<void>
  finish(id: string, outcome: MailEnd, now: number, keepsPayload: boolean): Promise<void>
}

interface OutboxOptions {
  readonly queue: MailQueue
  readonly transport: MailTransport
  readonly keys: KeyRing
  readonly clock: Clock
  readonly log: Logger
  readonly observer: Observer
  /** Whether delivered mails stay readable, for the development inbox. */
  readonly keepsDelivered: boolean
}

/** How long one delivery may take, and so how long a flow that answers for its mail waits. */
const DEADLINE_MS = 10_000
/** Longer than any delivery takes: whoever holds a lease past this has died. */
export const LEASE_MS = 60_000
const POLL_MS = 5000
const BATCH = 8
/** How often a mail is looked at again that another secret has sealed: the operator may be setting it right. */
const SEALED_MS = 60_000
/** How long a probe's result stands. A failure is forgotten sooner: the operator is mending it. */
const GOOD_PROBE_MS = 5000
const BAD_PROBE_MS = 1000

interface Probe {
  readonly result: Promise<boolean>
  /** Undefined while it is under way. */
  readonly endedAt: number | undefined
  readonly freshMs: number
}

/** Nothing is fresh that ended in the future: the clock was set back. */
const isFresh = ({ endedAt, freshMs }: Probe, now: number): boolean =>
  endedAt === undefined || (endedAt <= now && now < endedAt + freshMs)

const backoffAfter = (attempts: number): number => Math.min(5000 * 3 ** (attempts - 1), 900_000)

/** Delivers what flows have written to the outbox: their own mail at once, everything else in the background. */
export class Outbox {
  readonly #options: OutboxOptions
  readonly #timer: NodeJS.Timeout
  #draining: Promise<void> | undefined
  #isAskedAgain = false
  #isStopped = false
  #probe: Probe | undefined

  constructor(options: OutboxOptions) {
    this.#options = options
    this.#timer = setInterval(() => this.wake(), POLL_MS).unref()
  }

  /** Whether mail can leave at all: the same for every address, and asked at most once in a few seconds. */
  isReachable(): Promise<boolean> {
    const { clock, transport, log } = this.#options
    if (this.#probe && isFresh(this.#probe, clock.now())) return this.#probe.result
    const result = transport.probe().then(
      () => true,
      (err: unknown) => {
        log.warn({ err }, 'the mail server cannot be reached')
        return false
      },
    )
    const probe: Probe = { result, endedAt: undefined, freshMs: 0 }
    this.#probe = probe
    void result.then((isGood) => {
      Object.assign(probe, { endedAt: clock.now(), freshMs: isGood ? GOOD_PROBE_MS : BAD_PROBE_MS })
    })
    return result
  }

  /** Sends a mail that its flow wrote under a lease. False when it was not accepted in time; it is then never sent. */
  async deliverOwn(id: string): Promise<boolean> {
    const { queue, log } = this.#options
    const mail = await queue.find(id)
    if (!mail) return false
    try {
      await this.#attempt(mail)
      await this.#finish(id, 'sent')
      return true
    } catch (err) {
      log.warn({ err, mailId: id }, 'a mail could not be sent')
      await this.#finish(id, 'failed')
      return false
    }
  }

  /**
   * Looks for due mail soon instead of at the next poll. Nobody waits for it, and it begins only after the answer of
   * whoever calls it is on its way: a write that only a known address causes must not delay what tells about it.
   */
  wake(): void {
    if (this.#isStopped) return
    if (this.#draining) {
      this.#isAskedAgain = true
      return
    }
    this.#draining = nextTurn()
      .then(() => this.#drain())
      .catch((err: unknown) => this.#options.log.error({ err }, 'the outbox could not be read'))
      .finally(() => {
        this.#draining = undefined
        if (this.#isAskedAgain) {
          this.#isAskedAgain = false
          this.wake()
        }
      })
  }

  /** Resolves when nothing is being sent in the background. */
  async idle(): Promise<void> {
    while (this.#draining) await this.#draining
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    clearInterval(this.#timer)
    await this.#draining
    this.#options.transport.close()
  }

  async #drain(): Promise<void> {
    const { queue, clock } = this.#options
    for (;;) {
      const ids = await queue.due(clock.now(), BATCH)
      if (ids.length === 0 || this.#isStopped) return
      await Promise.all(ids.map((id) => this.#deliver(id)))
    }
  }

  async #deliver(id: string): Promise<void> {
    const { queue, clock, log } = this.#options
    const now = clock.now()
    const mail = await queue.lease(id, now, now + LEASE_MS)
    if (!mail) return
    if (mail.expiresAt <= now) return this.#finish(id, 'expired')
    try {
      await this.#attempt(mail)
      await this.#finish(id, 'sent')
    } catch (err) {
      log.warn({ err, mailId: id, attempts: mail.attempts }, 'a mail could not be sent')
      const next = clock.now() + (err instanceof SealedElsewhere ? SEALED_MS : backoffAfter(mail.attempts))
      if (err instanceof MailRefused) await this.#finish(id, 'failed')
      else if (next >= mail.expiresAt) await this.#finish(id, 'expired')
      else await queue.postpone(id, next)
    }
  }

  #attempt(mail: QueuedMail): Promise<void> {
    return this.#options.observer.watch('mail', () => withDeadline((signal) => this.#send(mail, signal)))
  }

  async #send({ id, payload }: QueuedMail, signal: AbortSignal): Promise<void> {
    if (payload === undefined) throw new MailRefused('the mail has no text any more')
    await this.#options.transport.send({ id, ...unsealMail(this.#options.keys, payload) }, signal)
  }

  async #finish(id: string, outcome: MailEnd): Promise<void> {
    const { queue, clock, observer, keepsDelivered } = this.#options
    await queue.finish(id, outcome, clock.now(), outcome === 'sent' && keepsDelivered)
    observer.mailEnded(outcome)
  }
}

/** Work that is late is told to stop, and not waited for. */
async function withDeadline<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const late = new AbortController()
  let timer: NodeJS.Timeout | undefined
  const deadline = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      const error = new Error(`the mail server took longer than ${DEADLINE_MS} ms`)
      late.abort(error)
      reject(error)
    }, DEADLINE_MS)
  })
  try {
    return await Promise.race([work(late.signal), deadline])
  } finally {
    clearTimeout(timer)
  }
}
