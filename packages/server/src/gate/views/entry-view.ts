import { type Static, Type } from 'typebox'
import { timestamp } from '../../platform/kernel/clock.ts'
import { Answer } from '../../platform/kernel/endpoint.ts'
import type { AdmittedSignIn } from '../access/admit.ts'
import type { Account } from '../accounts/tables/accounts.ts'
import type { OpenedChallenge } from '../factors/challenge.ts'
import { SECOND_FACTORS } from '../factors/second-factors.ts'
import type { Session } from '../sessions/tables/sessions.ts'
import { Id, Timestamp } from './fields.ts'
import { SessionView, sessionView } from './session-view.ts'
import { User, userView } from './user-view.ts'

export const SessionResult = Type.Object({ user: User, session: SessionView }, { title: 'SessionResult' })

export const VerificationPending = Type.Object(
  { user: User, requiresVerification: Type.Literal(true), message: Type.String() },
  { title: 'VerificationPending' },
)

export const Gated = Type.Object(
  {
    user: User,
    requiresTwoFactor: Type.Literal(true),
    codeSent: Type.Boolean(),
    challengeId: Id,
    expiresAt: Timestamp,
    twoFactorExpiresAt: Timestamp,
    methods: Type.Optional(
      Type.Array(Type.String({ enum: [...SECOND_FACTORS] }), {
        description: 'How the sign-in can be completed; a mailed code alone where this is absent.',
      }),
    ),
    message: Type.String(),
  },
  { title: 'TwoFactorGated' },
)

type Issued = { readonly account: Account; readonly issued: { readonly session: Session } }

export const sessionResult = ({ account, issued }: Issued) => ({ user: userView(account), session: sessionView(issued.session) })

const pendingView = (account: Account) => ({
  user: userView(account),
  requiresVerification: true as const,
  message: 'Please verify your email address. We have sent you a code.',
})

const gatedAnswer = ({ account, challenge }: { readonly account: Account; readonly challenge: OpenedChallenge }) => {
  const expiresAt = timestamp(challenge.expiresAt)
  return new Answer(
    {
      user: userView(account),
      requiresTwoFactor: true as const,
      codeSent: challenge.mail.kind === 'to-send',
      challengeId: challenge.id,
      expiresAt,
      twoFactorExpiresAt: expiresAt,
      ...(challenge.methods.join() !== 'email' && { methods: [...challenge.methods] }),
      message: messageOf(challenge),
    },
    { binding: { token: challenge.binding, expiresAt: challenge.expiresAt } },
  )
}

const messageOf = ({ mail }: OpenedChallenge): string => {
  if (mail.kind === 'none') return 'Please show your second factor.'
  return mail.kind === 'to-send' ? 'We have sent you a code.' : 'A code was already sent to you.'
}

interface Bodies {
  readonly session: Static<typeof SessionResult>
  readonly 'second-factor': Static<typeof Gated>
  readonly verification: Static<typeof VerificationPending>
}

type AnswerTo<E extends AdmittedSignIn> = Answer<Bodies[E['kind']]>

export function answerSignIn<E extends AdmittedSignIn>(entry: E): AnswerTo<E>
export function answerSignIn(entry: AdmittedSignIn): AnswerTo<AdmittedSignIn> {
  if (entry.kind === 'verification') return new Answer(pendingView(entry.account), {})
  if (entry.kind === 'second-factor') return gatedAnswer(entry)
  return new Answer(sessionResult(entry), { session: entry.issued.cookies })
}
