import { Type } from 'typebox'
import { endpoint } from '../../../gate/deps.ts'
import { PASSWORDS } from '../../../gate/passwords/has-passwords.ts'
import { answerSignIn, Gated, SessionResult, VerificationPending } from '../../../gate/views/entry-view.ts'
import { addressField, passwordField } from '../../../gate/views/input-fields.ts'
import { signIn } from './sign-in.ts'

/** A password that was changed while it was compared counts as a wrong one. */
const REFUSALS = { stale: 'invalid_credentials', banned: 'user_banned', 'mail-failed': 'email_failed' } as const

type Route = 'POST /auth/login' | 'POST /auth/admin/login'

const loginAt = <const R extends Route>(route: R, summary: string, door: 'login' | 'admin.login') =>
  endpoint({
    route,
    summary,
    auth: 'none',
    limit: 'credentials',
    partOf: PASSWORDS,
    body: Type.Object({ email: addressField, password: passwordField }),
    reply: Type.Union([SessionResult, VerificationPending, Gated]),
    errors: ['invalid_credentials', 'user_banned', 'email_failed', 'overloaded'],

    async handle(call) {
      const outcome = await signIn(call, call.body, door)
      if (!outcome) throw call.fail('invalid_credentials')
      if (outcome.kind === 'refused') throw call.fail(REFUSALS[outcome.reason])
      return answerSignIn(outcome)
    },
  })

export const login = loginAt('POST /auth/login', 'Sign in with email and password', 'login')
/** Asks for a second factor, whatever the other settings are. */
export const adminLogin = loginAt('POST /auth/admin/login', 'Sign in as an administrator', 'admin.login')
