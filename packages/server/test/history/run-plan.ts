import type { World } from '../support/world.ts'
import type { Event, History, Issued, Mail } from './history.ts'
import { Knowledge } from './knowledge.ts'
import { probe, type Request, requestsOf } from './operations.ts'
import { ADMINS, type Call, CLIENTS, ENROLLED, PEOPLE, PROVED } from './plan.ts'

/** Services on one database, and one mail server. */
export type Stage = readonly [World, ...World[]]

/** Longer than the grace of a refresh token, and than the minute of a mail. */
const WAIT_MS = 61_000

/** Plays a plan on an empty database, and writes down what every client saw. */
export async function runPlan(stage: Stage, plan: readonly Call[]): Promise<History> {
  const run = new Run(stage)
  await run.begin()
  for (const batch of batchesOf(plan)) await run.play(batch)
  await run.lookBack()
  return run.history()
}

function batchesOf(plan: readonly Call[]): readonly (readonly Call[])[] {
  const batches = new Map<number, Call[]>()
  for (const call of plan) batches.set(call.batch, [...(batches.get(call.batch) ?? []), call])
  return [...batches.values()]
}

class Run {
  readonly #stage: Stage
  readonly #known = new Knowledge(() => this.#here.clock.now())
  readonly #events: Event[] = []
  readonly #here: World
  #sequence = 0
  #mailsSeen = 0
  #admins: readonly string[] = []
  #proved: readonly string[] = []
  #usableAdmins = 0

  constructor(stage: Stage) {
    this.#stage = stage
    this.#here = stage[0]
  }

  /** Everybody is registered, two are administrators, and some have an authenticator app. */
  async begin(): Promise<void> {
    for (const table of ['outbox', 'audit_events', 'codes', 'limits', 'accounts']) await this.#here.sql(`DELETE FROM ${table}`)
    this.#here.mail.mails.length = 0
    for (const [n, email] of [...ADMINS, ...PEOPLE].entries()) {
      const call = { batch: -1, client: n % CLIENTS, what: 'register', email, dice: [0, 0], nonce: -1 - n } as const
      await this.play([call])
    }
    for (const email of ENROLLED)
      for (const what of ['begin-totp', 'confirm-totp'] as const)
        await this.play([{ batch: -1, client: 0, what, email, dice: [0, 0.3], nonce: -10 }])
    this.#proved = PROVED.map((email) => this.#known.accountAt(email) ?? '')
    this.#known.proved = this.#proved
    await this.#here.sql(`UPDATE accounts SET verified_at = 1, mailbox_proved_at = 1 WHERE id IN (?, ?, ?)`, this.#proved)
    this.#admins = ADMINS.map((email) => this.#known.accountAt(email) ?? '')
    await this.#here.sql(`UPDATE accounts SET role = 'admin' WHERE id IN (?, ?)`, this.#admins)
  }

  /** Releases all calls of a batch at once, waits for their answers and mails, and looks which tokens still work. */
  async play(batch: readonly Call[]): Promise<void> {
    const requests = batch.flatMap((call) => requestsOf(this.#known, call).map((request) => ({ call, request })))
    if (batch.some(({ what }) => what === 'wait')) for (const { clock } of this.#stage) clock.advance(WAIT_MS)
    await Promise.all(requests.map(({ call, request }) => this.#send(call.client, call.email, request)))
    await this.#openMails()
    await Promise.all(this.#known.live().map((one) => this.#send(0, one.email, probe(one))))
  }

  /** When all is over: every token, every refresh token and the last passwords are tried once more. */
  async lookBack(): Promise<void> {
    const { held } = this.#known
    await Promise.all(held.map((one, n) => this.#send(n % CLIENTS, one.email, probe(one))))
    const newest = new Map(held.map((one) => [one.sessionId, one]))
    await Promise.all(
      [...newest.values()].map((by) =>
        this.#send(0, by.email, { op: 'refresh', method: 'POST', url: '/auth/refresh', by, says: {} }),
      ),
    )
    for (const email of [...PEOPLE, ...ADMINS]) {
      for (const password of this.#known.passwords(email).slice(-3)) {
        const body = { email, password }
        await this.#send(0, email, { op: 'login', method: 'POST', url: '/auth/login', body, says: { password } })
      }
    }
    const usable = await this.#here.sql(`SELECT id FROM accounts WHERE role = 'admin' AND banned_at IS NULL`)
    this.#usableAdmins = usable.length
  }

  history = (): History => ({
    events: [...this.#events].sort((one, other) => one.invokedAt - other.invokedAt),
    mails: this.#known.mails,
    admins: this.#admins,
    proved: this.#proved,
    isLimited: this.#here.config.limits.enabled,
    usableAdminsAtEnd: this.#usableAdmins,
  })

  async #send(client: number, email: string, { op, method, url, body, by, binding, says }: Request): Promise<void> {
    const browser = (this.#stage[client % this.#stage.length] ?? this.#here).browser()
    if (by) browser.jar.set('app_session', by.token)
    // A probe is about the token alone.
    if (by && op !== 'me') browser.jar.set('app_refresh', by.refresh)
    if (binding !== undefined) browser.jar.set(...binding)
    const invokedAt = this.#sequence++
    const reply = await browser.send(method, url, body)
    const completedAt = this.#sequence++

    const token = browser.jar.get('app_session')
    const answer = reply.body ?? {}
    const issued: Issued | undefined =
      token === undefined || token === by?.token
        ? undefined
        : { token, sessionId: answer.session?.id ?? by?.sessionId ?? '', accountId: answer.user?.id ?? by?.accountId ?? '' }
    const owner = by?.email ?? email
    const event: Event = {
      client,
      op,
      invokedAt,
      completedAt,
      clock: this.#here.clock.now(),
      status: reply.status,
      error: answer.error,
      email,
      accountId: by?.accountId ?? answer.user?.id,
      sessionId: by?.sessionId,
      token: by?.token,
      challengeId: answer.challengeId,
      codeSent: answer.codeSent,
      secret: answer.secret,
      recoveryCodes: answer.recoveryCodes,
      issued,
      ...says,
    }
    this.#events.push(event)
    this.#known.learn(event)
    if (issued) this.#known.held.push({ ...issued, email: owner, refresh: browser.jar.get('app_refresh') ?? '' })
    const asked = browser.jar.get('_sign_in_code')
    if (op === 'ask-code' && asked !== undefined) this.#known.asked.push({ email, binding: asked })
    const opened = browser.jar.get('_2fa_challenge')
    const isEntry = op === 'login' || op === 'enter-code'
    if (isEntry && opened !== undefined && event.accountId !== undefined && event.challengeId !== undefined) {
      const { accountId, challengeId, password } = event
      this.#known.opened.push({ email, accountId, challengeId, binding: opened, password })
    }
  }

  async #openMails(): Promise<void> {
    for (const { outbox } of this.#stage) await outbox.idle()
    const arrived = this.#here.mail.mails.slice(this.#mailsSeen)
    this.#mailsSeen += arrived.length
    for (const { recipients, code, link } of arrived) {
      const email = recipients[0] ?? ''
      if (code === '') continue // a notice
      const purpose = purposeOf(code)
      const challengeId = /challengeId=([^&]+)/.exec(link)?.[1]
      const clock = this.#here.clock.now()
      const accountId = this.#known.accountAt(email)
      this.#known.mails.push({ email, accountId, purpose, code, challengeId, clock, seenAt: this.#sequence++ })
    }
  }
}

function purposeOf(code: string): Mail['purpose'] {
  if (/^\d{6}$/.test(code)) return 'two-factor'
  if (/^\w{4}-\w{4}$/.test(code)) return 'sign-in'
  return code.length === 43 ? 'reset' : 'verification'
}
