import type { Logger } from 'pino'
import type { Config } from '../../platform/config/schema.ts'
import type { Clock } from '../../platform/kernel/clock.ts'
import { Failure } from '../../platform/kernel/errors.ts'
import { newId } from '../../platform/kernel/ids.ts'
import { onAbort, Semaphore } from '../../platform/kernel/semaphore.ts'
import { operatorsAddresses } from '../../platform/outgoing/addresses-of.ts'
import { send } from '../../platform/outgoing/send.ts'
import { webhookHeaders } from '../../platform/outgoing/standard-webhook.ts'
import { type Newcomer, questionAbout } from './question.ts'
import { readVerdict } from './read-verdict.ts'

declare const ALLOWED: unique symbol
/** Of whom an account may be made. Only `RegistrationHook.ask` makes any, so that no door goes around it. */
export type AllowedNewcomer = Newcomer & { readonly [ALLOWED]: true }

interface Options {
  readonly config: Pick<Config, 'registration' | 'data'>
  readonly clock: Clock
  readonly log: Logger
}

const TIMEOUT_MS = 3000
const AT_ONCE = 32
const MOST_WAITING = 256
const RETRY_AFTER_S = 5

/** What an endpoint answers with that asks. */
export const REGISTRATION_REFUSALS = ['registration_refused', 'overloaded'] as const

/**
 * The operator's server is asked before an account is made, once and outside any transaction. Every address is asked about before it is
 * looked up, so that neither the answer nor its time tells whether there is an account already. There is no such question at a sign-in.
 */
export class RegistrationHook {
  readonly #options: Options
  readonly #permits = new Semaphore(Array.from({ length: AT_ONCE }, (_, place) => place))
  #waiting = 0

  constructor(options: Options) {
    this.#options = options
  }

  async ask(newcomer: Newcomer): Promise<AllowedNewcomer> {
    const { config, log } = this.#options
    const { hookUrl, hookFailure } = config.registration
    if (hookUrl === undefined) return allowed(newcomer)
    try {
      const verdict = readVerdict(await this.#post(new URL(hookUrl), newcomer), config.data.fields, newcomer.data)
      if (verdict.allow) return allowed({ ...newcomer, data: verdict.data })
      const { message } = verdict
      throw new Failure('registration_refused', message === undefined ? {} : { message, words: message })
    } catch (err) {
      if (err instanceof Failure && err.code === 'registration_refused') throw err
      log.error({ err }, 'the server of REGISTRATION_HOOK_URL has given no verdict about a newcomer')
      if (hookFailure === 'allow') return allowed(newcomer)
      throw new Failure('overloaded', { retryAfter: RETRY_AFTER_S })
    }
  }

  /** The time counts from the question on: a question that waits behind others has no more of it. */
  async #post(url: URL, newcomer: Newcomer): Promise<string> {
    if (this.#waiting >= MOST_WAITING) throw new Error('too many newcomers wait')
    this.#waiting++
    const cut = AbortSignal.timeout(TIMEOUT_MS)
    try {
      const permit = await this.#permits.acquire(onAbort(cut))
      return await this.#send(url, newcomer, cut).finally(() => this.#permits.release(permit))
    } finally {
      this.#waiting--
    }
  }

  async #send(url: URL, newcomer: Newcomer, cut: AbortSignal): Promise<string> {
    const { config, clock } = this.#options
    const secret = config.registration.hookSecret?.reveal() ?? ''
    const now = clock.now()
    const body = questionAbout(newcomer, now)
    const headers = webhookHeaders([secret], { id: newId(now), at: now, body })
    const sent = await send({ url, headers, body, timeoutMs: TIMEOUT_MS, cut, addresses: operatorsAddresses })
    if (sent.status === 200 && sent.body !== undefined) return sent.body
    throw new Error(sent.status === 200 ? 'the answer is too long or broke off' : sent.outcome)
  }
}

const allowed = (newcomer: Newcomer): AllowedNewcomer => newcomer as AllowedNewcomer
