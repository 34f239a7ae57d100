import { Type } from 'typebox'
import { endpoint } from '../../../gate/deps.ts'
import { answerSignIn, Gated, SessionResult, VerificationPending } from '../../../gate/views/entry-view.ts'
import { signIn } from './sign-in.ts'

/** Credentials that changed while they were being checked were not the right ones. */
const REFUSALS = { stale: 'invalid_credentials', banned: 'user_banned', 'mail-failed': 'email_failed' } as const

/** Two doors to one flow. At the administrators' a second factor is owed whatever the other settings are. */
const doorAt = <const R extends 'POST /auth/login' | 'POST /auth/admin/login'>(
  route: R,
  summary: string,
  door: 'login' | 'admin.login',
) =>
  endpoint({
    route,
    summary,
    auth: 'none',
    limit: 'credentials',
    body: Type.Object({ email: Type.String(), password: Type.String() }),
    reply: Type.Union([SessionResult, VerificationPending, Gated]),
    errors: ['invalid_credentials', 'user_banned', 'email_failed', 'overloaded'],

    async handle(call) {
      const { body, fail } = call
      const outcome = await signIn(call, body, door)
      if (!outcome) throw fail('invalid_credentials')
      if (outcome.kind === 'refused') throw fail(REFUSALS[outcome.reason])
      return answerSignIn(outcome)
    },
  })

export const login = doorAt('POST /auth/login', 'Sign in with email and password', 'login')
export const adminLogin = doorAt('POST /auth/admin/login', 'Sign in as an administrator', 'admin.login')
