import { idOf } from './administered.ts'
import type { Browser } from './browser.ts'
import { AuthenticatorApp } from './factored.ts'
import { SoftwareAuthenticator } from './software-authenticator.ts'
import { PASSWORD, type RunningService } from './world.ts'

const PENDING_MS = 10 * 60_000

/** An app that shows codes of the moment at which its secret was made, by the clock of the service, wherever that runs. */
export async function beginTotp(owner: Browser): Promise<AuthenticatorApp> {
  const { body } = await owner.post('/auth/2fa/totp/begin')
  const beganAt = Date.parse(body.expiresAt) - PENDING_MS
  return new AuthenticatorApp(body.secret, () => beganAt)
}

/** Somebody with an authenticator app, at a place whose clock cannot be moved: the codes of this interval and of the next are unused. */
export async function enrolled(place: RunningService, email: string) {
  const owner = await place.signedUp(email)
  const begun = await beginTotp(owner)
  const first = await owner.post('/auth/2fa/totp/confirm', { code: begun.code(-1) })
  // An interval may have ended meanwhile, and its code is then one too old.
  const app = first.status === 200 ? begun : begun.oneIntervalLater()
  const { body } = first.status === 200 ? first : await owner.post('/auth/2fa/totp/confirm', { code: app.code(-1) })
  const recoveryCodes = body.recoveryCodes as string[]
  const [last = ''] = recoveryCodes.slice(-1)
  return {
    ...{ owner, app, recoveryCodes, email },
    id: await idOf(owner),
    /** Raises the owner's session, for the price of the last recovery code. */
    prove: () => owner.post('/auth/step-up', { code: last }),
    /** A browser in which the password was typed. */
    async gated(visitor = place.browser()) {
      const { body: answer } = await visitor.post('/auth/login', { email, password: PASSWORD })
      const verify = (proof: object) => visitor.post('/auth/2fa/verify', { challengeId: answer.challengeId, ...proof })
      return { visitor, verify, challengeId: answer.challengeId as string | undefined }
    },
  }
}

/** A passkey that is made, and what is left to send. */
export async function madePasskey(owner: Browser, authenticator = new SoftwareAuthenticator()) {
  const { body } = await owner.post('/auth/passkeys/options')
  const answer = { state: body.state, passkey: authenticator.register(body.options) }
  return { authenticator, add: (by: Browser = owner) => by.post('/auth/passkeys', answer) }
}

/** A sign-in with a passkey, of which one request is left to send. */
export async function askedForPasskey(visitor: Browser, authenticator: SoftwareAuthenticator) {
  const { body } = await visitor.post('/auth/passkey/options')
  const answer = { state: body.state, passkey: authenticator.assert(body.options) }
  return (by: Browser = visitor) => by.post('/auth/passkey/login', answer)
}
