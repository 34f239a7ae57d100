import { Type } from 'typebox'
import { timestamp } from '../../platform/kernel/clock.ts'
import type { ListedSession, Session } from '../sessions/tables/sessions.ts'
import { Id, Timestamp } from './fields.ts'

const sessionFields = {
  id: Id,
  userId: Id,
  ipAddress: Type.String(),
  userAgent: Type.String(),
  isRevoked: Type.Boolean(),
  expiresAt: Timestamp,
  refreshExpiresAt: Timestamp,
  createdAt: Timestamp,
  lastActiveAt: Timestamp,
}

export const SessionView = Type.Object(sessionFields, { title: 'Session' })

export const SessionMethod = Type.Union(
  [Type.String({ enum: ['password', 'passkey', 'provider', 'invite', 'mailbox'] }), Type.Null()],
  { description: 'How it began; null where that was not noted yet.' },
)

/** For administrators, who do not see the name that the owner has chosen. */
export const UserSessionView = Type.Object({ ...sessionFields, method: SessionMethod }, { title: 'UserSession' })

export const OwnSessionView = Type.Object(
  {
    ...sessionFields,
    method: SessionMethod,
    name: Type.Optional(Type.String({ description: 'What its owner calls it, where it has a name.' })),
  },
  { title: 'OwnSession' },
)

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

export const userSessionView = (session: ListedSession) => ({ ...sessionView(session), method: session.method ?? null })

export const ownSessionView = (session: ListedSession) => ({
  ...userSessionView(session),
  ...(session.name !== undefined && { name: session.name }),
})
