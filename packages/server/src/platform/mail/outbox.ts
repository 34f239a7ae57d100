import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Logger } from 'pino'
import { jittered } from '../kernel/backoff.ts'
import type { Clock } from '../kernel/clock.ts'
import type { KeyRing } from '../kernel/keys.ts'
import type { MailEnd, Observer } from '../kernel/observer.ts'
import { Rounds } from '../kernel/rounds.ts'
import { MailProbe } from './mail-probe.ts'
import { unsealMail } from './seal-mail.ts'
import type { OutboxRow, OutboxTable } from './tables/outbox.ts'
import { MailRefused, type MailTransport, SealedWithOtherSecret } from './transport.ts'
import { withDeadline } from './with-deadline.ts'

interface OutboxOptions {
  readonly queue: OutboxTable
  readonly transport: MailTransport
  readonly keys: KeyRing
  readonly clock: Clock
  readonly log: Logger
  readonly observer: Observer
  readonly keepsDelivered: boolean
}

/** A flow waits at most this long for its own mail. */
const DEADLINE_MS = 10_000
/** Longer than any delivery takes: a process that holds a lease past this has died. */
export const LEASE_MS = 60_000
const POLL_MS = 5000
const BATCH = 8
const DECOYS_AT_ONCE = 100
/** Mails sealed with another secret are looked at again this often, because the operator may correct it. */
const SEALED_MS = 60_000

/** Random, so that a server which refused many mails at once does not get them all back at once. */
const backoffAfter = (attempts: number): number => Math.round(jittered(Math.min(5000 * 3 ** (attempts - 1), 900_000)))

/** A flow that answers for its mail delivers it at once; all other mails leave in the background. */
export class Outbox {
  readonly #options: OutboxOptions
  readonly #timer: NodeJS.Timeout
  readonly #probe: MailProbe
  readonly #cut = new AbortController()
  readonly #rounds: Rounds

  constructor(options: OutboxOptions) {
    this.#options = options
    const { transport, clock, log } = options
    const probe = () => withDeadline(DEADLINE_MS, this.#cut.signal, () => transport.probe())
    this.#probe = new MailProbe(probe, clock, (err) => log.warn({ err }, 'the mail server cannot be reached'))
    this.#rounds = new Rounds(
      () => Promise.all([this.#sendDue(), this.#emptyDecoys()]),
      (err) => log.error({ err }, 'the outbox could not be read'),
    )
    this.#timer = setInterval(() => this.wake(), POLL_MS).unref()
  }

  async prepare(): Promise<void> {
    await this.#options.transport.prepare?.()
  }

  isReachable(): Promise<boolean> {
    return this.#probe.isGood()
  }

  /** For a mail that its flow has written under a lease. False when it was not accepted in time; it is then never sent. */
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

  /** A write that only a known address causes must not delay the answer, and so waits for the next turn. */
  wake(): void {
    this.#rounds.ask()
  }

  async idle(): Promise<void> {
    while (this.#rounds.running) await this.#rounds.running
  }

  /** Gives up deliveries that are under way. Mails in the outbox stay there, for the next process to send at once. */
  cutOff(): void {
    this.#rounds.stop()
    this.#cut.abort(new Error('the service stops'))
  }

  async stop(): Promise<void> {
    this.#rounds.stop()
    clearInterval(this.#timer)
    await this.#rounds.running
    this.#options.transport.close()
  }

  async #emptyDecoys(): Promise<void> {
    while (!this.#rounds.isStopped && (await this.#options.queue.emptyDecoys(DECOYS_AT_ONCE)) >= DECOYS_AT_ONCE) await nextTurn()
  }

  async #sendDue(): Promise<void> {
    const { queue, clock } = this.#options
    for (;;) {
      const ids = await queue.due(clock.now(), BATCH)
      if (ids.length === 0 || this.#rounds.isStopped) return
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
      const next = clock.now() + (err instanceof SealedWithOtherSecret ? SEALED_MS : backoffAfter(mail.attempts))
      if (err instanceof MailRefused) await this.#finish(id, 'failed')
      else if (this.#cut.signal.aborted) await queue.postpone(id, clock.now())
      else if (next >= mail.expiresAt) await this.#finish(id, 'expired')
      else await queue.postpone(id, next)
    }
  }

  #attempt(mail: OutboxRow): Promise<void> {
    return this.#options.observer.watch('mail', () =>
      withDeadline(DEADLINE_MS, this.#cut.signal, (signal) => this.#send(mail, signal)),
    )
  }

  async #send({ id, payload }: OutboxRow, signal: AbortSignal): Promise<void> {
    if (payload === undefined) throw new MailRefused('the mail has no text any more')
    await this.#options.transport.send({ id, ...unsealMail(this.#options.keys, payload) }, signal)
  }

  async #finish(id: string, outcome: MailEnd): Promise<void> {
    const { queue, clock, observer, keepsDelivered } = this.#options
    await queue.finish(id, outcome, clock.now(), outcome === 'sent' && keepsDelivered)
    observer.mailEnded(outcome)
  }
}
