import { Type } from 'typebox'
import { timestamp } from '../../kernel/clock.ts'
import type { Session } from '../../store/tables/sessions.ts'
import { Id, Timestamp } from './fields.ts'

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
