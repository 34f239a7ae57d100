import { type Static, Type } from 'typebox'
import { timestamp } from '../../platform/kernel/clock.ts'
import { Answer } from '../../platform/kernel/endpoint.ts'
import type { AdmittedSignIn } from '../access/admit.ts'
import type { Account } from '../accounts/tables/accounts.ts'
import type { OpenedChallenge } from '../factors/challenge.ts'
import { SECOND_FACTORS } from '../factors/second-factors.ts'
import type { Session } from '../sessions/tables/sessions.ts'
import { flagField, idField, messageField, timeField } from './fields.ts'
import { SessionView, sessionView } from './session-view.ts'
import { User, userView } from './user-view.ts'

export const SessionResult = Type.Object(
  { user: User, session: SessionView },
  { title: 'SessionResult', description: 'Somebody is signed in: the cookies have come with the answer.' },
)

export const VerificationPending = Type.Object(
  {
    user: User,
    requiresVerification: Type.Literal(true, { description: 'Tells this answer from others.' }),
    message: messageField,
  },
  {
    title: 'VerificationPending',
    description: 'No session before the address is confirmed with the code that was mailed to it.',
  },
)

export const Gated = Type.Object(
  {
    user: User,
    requiresTwoFactor: Type.Literal(true, { description: 'Tells this answer from others.' }),
    codeSent: flagField('Whether a code was mailed just now.'),
    challengeId: idField('Goes with the second factor to `POST /auth/2fa/verify`, from the same browser.'),
    expiresAt: timeField('Until when the sign-in can be completed.'),
    twoFactorExpiresAt: timeField('The same as `expiresAt`.'),
    methods: Type.Optional(
      Type.Array(Type.String({ enum: [...SECOND_FACTORS] }), {
        description: 'How the sign-in can be completed; a mailed code alone where this is absent.',
      }),
    ),
    message: messageField,
  },
  { title: 'TwoFactorGated', description: 'No session before a second factor is shown.' },
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
