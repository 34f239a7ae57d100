import { Type } from 'typebox'
import { timestamp } from '../../platform/kernel/clock.ts'
import { readDevice } from '../../platform/kernel/device.ts'
import { MAKERS } from '../audit/events.ts'
import type { Activity } from '../audit/tables/activity.ts'
import { END_REASONS } from '../sessions/end-reasons.ts'
import { Id, Timestamp } from './fields.ts'

export const ActivityView = Type.Object(
  {
    id: Id,
    type: Type.String(),
    success: Type.Boolean(),
    createdAt: Timestamp,
    ip: Type.Union([Type.String(), Type.Null()], {
      description: 'The address of what you did yourself, and the network of what a stranger did; of an administrator nothing.',
    }),
    browser: Type.Union([Type.String(), Type.Null()]),
    system: Type.Union([Type.String(), Type.Null()]),
    by: Type.String({ enum: [...MAKERS] }),
    isCurrentSession: Type.Boolean(),
    reason: Type.Optional(Type.String({ enum: [...END_REASONS], description: 'Why a session ended, of `session.revoked`.' })),
    count: Type.Integer({ description: 'Attempts of strangers that are alike are one event for an hour.' }),
  },
  { title: 'ActivityEvent' },
)

export const activityView = (event: Activity, currentSessionId: string) => {
  const { browser = null, system = null } = readDevice(event.userAgent)
  return {
    id: event.id,
    type: event.type,
    success: event.isSuccess,
    createdAt: timestamp(event.createdAt),
    ip: event.ip === '' ? null : event.ip,
    browser,
    system,
    by: event.by,
    isCurrentSession: event.sessionId === currentSessionId,
    ...(event.reason !== undefined && { reason: event.reason }),
    count: event.count,
  }
}
