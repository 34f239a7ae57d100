import { Type } from 'typebox'
import { timestamp } from '../kernel/clock.ts'
import { Answer } from '../kernel/endpoint.ts'
import type { Account } from '../store/tables/accounts.ts'
import { type Invite, statusOf } from '../store/tables/invites.ts'
import type { Session } from '../store/tables/sessions.ts'
import type { OpenedChallenge } from './challenge.ts'

const Id = Type.String({ format: 'uuid' })
const Timestamp = Type.String({ format: 'date-time' })

export const Message = Type.Object({ message: Type.String() })

const userFields = {
  id: Id,
  email: Type.String(),
  name: Type.String(),
  role: Type.String({ enum: ['user', 'admin'] }),
  isVerified: Type.Boolean(),
  twoFactorEnabled: Type.Boolean(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
}

export const User = Type.Object(
  {
    ...userFields,
    isBanned: Type.Boolean(),
    orgOwnerCount: Type.Integer({ description: 'Always 0: there are no organisations yet.' }),
  },
  { title: 'User' },
)

export const SessionView = Type.Object(
  {
    id: Id,
    userId: Id,
    ipAddress: Type.String(),
    userAgent: Type.String(),
    isRevoked: Type.Boolean(),
    expiresAt: Timestamp,
    refreshExpiresAt: Timestamp,
    createdAt: Timestamp,
    lastActiveAt: Timestamp,
  },
  { title: 'Session' },
)

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
    message: Type.String(),
  },
  { title: 'TwoFactorGated' },
)

export const Me = Type.Object({ ...userFields, hasPassword: Type.Boolean(), session: SessionView }, { title: 'Me' })

export const userView = (account: Account) => ({
  id: account.id,
  email: account.email,
  name: account.name,
  role: account.role,
  isVerified: account.verifiedAt !== undefined,
  isBanned: account.bannedAt !== undefined,
  twoFactorEnabled: account.twoFactorEnabledAt !== undefined,
  orgOwnerCount: 0,
  createdAt: timestamp(account.createdAt),
  updatedAt: timestamp(account.updatedAt),
})

export const InviteView = Type.Object(
  {
    id: Id,
    email: Type.String(),
    status: Type.String({ enum: ['pending', 'accepted', 'revoked', 'expired'] }),
    createdBy: Type.Union([Id, Type.Null()]),
    expiresAt: Timestamp,
    acceptedAt: Type.Union([Timestamp, Type.Null()]),
    createdAt: Timestamp,
  },
  { title: 'Invite' },
)

export const inviteView = (invite: Invite, now: number) => ({
  id: invite.id,
  email: invite.email,
  status: statusOf(invite, now),
  createdBy: invite.createdBy ?? null,
  expiresAt: timestamp(invite.expiresAt),
  acceptedAt: invite.acceptedAt === undefined ? null : timestamp(invite.acceptedAt),
  createdAt: timestamp(invite.createdAt),
})

export const sessionResult = ({
  account,
  issued,
}: {
  readonly account: Account
  readonly issued: { readonly session: Session }
}) => ({
  user: userView(account),
  session: sessionView(issued.session),
})

export const pendingView = (account: Account) => ({
  user: userView(account),
  requiresVerification: true as const,
  message: 'Please verify your email address. We have sent you a code.',
})

/** No session yet: a challenge, and the cookie that ties it to this browser. */
export const gatedAnswer = ({ account, challenge }: { readonly account: Account; readonly challenge: OpenedChallenge }) => {
  const codeSent = challenge.mail.kind === 'to-send'
  const expiresAt = timestamp(challenge.expiresAt)
  return new Answer(
    {
      user: userView(account),
      requiresTwoFactor: true as const,
      codeSent,
      challengeId: challenge.id,
      expiresAt,
      twoFactorExpiresAt: expiresAt,
      message: codeSent ? 'We have sent you a code.' : 'A code was already sent to you.',
    },
    { binding: { token: challenge.binding, expiresAt: challenge.expiresAt } },
  )
}

export const sessionView = (session: Session) => ({
  id: session.id,
  userId: session.accountId,
  ipAddress: session.ipAddress,
  userAgent: session.userAgent,
  isRevoked: session.revokedAt !== undefined,
  expiresAt: timestamp(session.expiresAt),
  refreshExpiresAt: timestamp(session.refreshExpiresAt),
  createdAt: timestamp(session.createdAt),
  lastActiveAt: timestamp(session.lastActiveAt),
})

/** Written out rather than spread from `userView`: on the hot path, spreading costs as much as all the rest of it. */
export const meView = (account: Account, session: Session) => ({
  id: account.id,
  email: account.email,
  name: account.name,
  role: account.role,
  isVerified: account.verifiedAt !== undefined,
  twoFactorEnabled: account.twoFactorEnabledAt !== undefined,
  createdAt: timestamp(account.createdAt),
  updatedAt: timestamp(account.updatedAt),
  hasPassword: account.passwordHash !== undefined,
  session: sessionView(session),
})
