import type { Session, SessionResult, TwoFactorGated, User, VerificationPending } from './routes.ts'

/** What a sign-in has come to: a session, or what is still owed. */
export type Entry =
  | { readonly kind: 'session'; readonly user: User; readonly session: Session }
  | { readonly kind: 'verification'; readonly user: User; readonly message: string }
  | {
      readonly kind: 'two-factor'
      readonly user: User
      readonly challengeId: string
      readonly methods: readonly SecondFactor[]
      readonly codeSent: boolean
      readonly expiresAt: string
    }

/** A way to pass the second step of a sign-in. */
export type SecondFactor = NonNullable<TwoFactorGated['methods']>[number]

export const enter = (answer: SessionResult | VerificationPending | TwoFactorGated): Entry => {
  if ('requiresTwoFactor' in answer) {
    const { user, challengeId, methods = ['email'], codeSent, expiresAt } = answer
    return { kind: 'two-factor', user, challengeId, methods, codeSent, expiresAt }
  }
  if ('requiresVerification' in answer) return { kind: 'verification', user: answer.user, message: answer.message }
  return { kind: 'session', user: answer.user, session: answer.session }
}
