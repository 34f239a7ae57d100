import { readBase32 } from '../../src/subjects/factors/base32.ts'
import { hotp, OUR_PARAMETERS } from '../../src/subjects/factors/totp.ts'
import type { Browser, Reply } from './browser.ts'
import { SoftwareAuthenticator } from './software-authenticator.ts'
import { PASSWORD, type World, world } from './world.ts'

export const EMAIL = 'ada@example.com'
export const ada = { email: EMAIL, password: PASSWORD }
export const STEP_MS = 30_000

/** An authenticator app that shows the codes of one secret. */
export class AuthenticatorApp {
  readonly #secret: string
  readonly #seed: Buffer
  readonly #now: () => number
  readonly #digits: number

  constructor(secret: string, now: () => number, digits = OUR_PARAMETERS.digits) {
    this.#secret = secret
    this.#digits = digits
    this.#seed = readBase32(secret)
    this.#now = now
  }

  /** The same app, after so much time that its next code is the one of now. */
  oneIntervalLater = (): AuthenticatorApp => new AuthenticatorApp(this.#secret, () => this.#now() + STEP_MS, this.#digits)

  /** The same app, had it been told to show codes of another length. */
  showing = (digits: number): AuthenticatorApp => new AuthenticatorApp(this.#secret, this.#now, digits)

  /** Of this interval, or of one that is so many away. */
  code = (away = 0): string =>
    hotp(this.#seed, Math.floor(this.#now() / STEP_MS) + away, { ...OUR_PARAMETERS, digits: this.#digits })

  /** None of those that would be taken. */
  wrong = (): string => {
    const taken = [-1, 0, 1].map((away) => this.code(away))
    return ['000000', '000001', '000002', '000003'].find((code) => !taken.includes(code)) ?? ''
  }
}

/** Adds an authenticator app to the account of a browser that may. The codes of the answer are those for recovery. */
export async function addTotp({ clock }: Pick<World, 'clock'>, browser: Browser, more: object = {}) {
  const { body } = await browser.post('/auth/2fa/totp/begin')
  const app = new AuthenticatorApp(body.secret, () => clock.now())
  const reply = await browser.post('/auth/2fa/totp/confirm', { code: app.code(), ...more })
  // The code that was just used works no more.
  clock.advance(STEP_MS)
  return { app, reply, recoveryCodes: (reply.body.recoveryCodes ?? []) as string[] }
}

/** Adds a passkey to the account of a browser that may. */
export async function addPasskey(browser: Browser, more: object = {}, authenticator = new SoftwareAuthenticator()) {
  const { body } = await browser.post('/auth/passkeys/options')
  const reply = await browser.post('/auth/passkeys', {
    state: body.state,
    passkey: authenticator.register(body.options),
    ...more,
  })
  return { authenticator, reply, id: reply.body.id as string }
}

/** Ada, signed in a moment ago. */
export async function signedInAda(env: Record<string, string> = {}) {
  const here = await world({ withMail: true, env })
  return { ...here, owner: await here.signedUp(EMAIL) }
}

/** Ada with an authenticator app, and a browser in which she has typed her password. */
export async function withTotp(env: Record<string, string> = {}) {
  const here = await signedInAda(env)
  const { app, recoveryCodes } = await addTotp(here, here.owner, { keepOtherSessions: true })
  const enter = async (visitor: Browser = here.browser()) => {
    const reply = await visitor.post('/auth/login', ada)
    const challengeId = reply.body.challengeId as string
    const verify = (body: object, by: Browser = visitor): Promise<Reply> => by.post('/auth/2fa/verify', { challengeId, ...body })
    return { visitor, reply, challengeId, verify }
  }
  return { ...here, app, recoveryCodes, enter }
}

/** Signs in with a passkey in a browser, or tries to. */
export async function enterByPasskey(visitor: Browser, authenticator: SoftwareAuthenticator, knobs: object = {}): Promise<Reply> {
  const { body } = await visitor.post('/auth/passkey/options')
  return visitor.post('/auth/passkey/login', { state: body.state, passkey: authenticator.assert(body.options, knobs) })
}
