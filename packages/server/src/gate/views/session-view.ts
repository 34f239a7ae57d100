import { Type } from 'typebox'
import { timestamp } from '../../platform/kernel/clock.ts'
import type { ListedSession, Session } from '../sessions/tables/sessions.ts'
import { flagField, idField, textField, timeField } from './fields.ts'

export const sessionFields = {
  id: idField('The session.'),
  userId: idField('The account that is signed in.'),
  ipAddress: textField('The address that it began at.'),
  userAgent: textField('What its browser called itself when it began.'),
  isRevoked: flagField('Whether it was ended before its time.'),
  expiresAt: timeField('When its session cookie has to be renewed, which happens by itself while the refresh cookie is good.'),
  refreshExpiresAt: timeField('When it ends, unless it is used before.'),
  createdAt: timeField('When it began.'),
  lastActiveAt: timeField('When it was last used, a minute old at most.'),
}

export const SessionView = Type.Object(sessionFields, {
  title: 'Session',
  description: 'A browser or program in which somebody is signed in.',
})

export const SessionMethod = Type.Union(
  [Type.String({ enum: ['password', 'passkey', 'provider', 'invite', 'mailbox'] }), Type.Null()],
  { description: 'How it began; null where that was not noted yet.' },
)

/** For administrators, who do not see the name that the owner has chosen. */
export const UserSessionView = Type.Object(
  { ...sessionFields, method: SessionMethod },
  { title: 'UserSession', description: 'A session as administrators see it.' },
)

export const OwnSessionView = Type.Object(
  {
    ...sessionFields,
    method: SessionMethod,
    name: Type.Optional(Type.String({ description: 'What its owner calls it, where it has a name.' })),
  },
  { title: 'OwnSession', description: 'A session as its owner sees it.' },
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
