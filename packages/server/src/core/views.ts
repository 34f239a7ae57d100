import { Type } from 'typebox'
import { timestamp } from '../kernel/clock.ts'
import type { Account } from '../store/tables/accounts.ts'
import type { Session } from '../store/tables/sessions.ts'

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
