import { Type } from 'typebox'
import { timestamp } from '../../platform/kernel/clock.ts'
import { readDevice } from '../../platform/kernel/device.ts'
import { oneOf } from '../../platform/kernel/one-of.ts'
import { MAKERS } from '../audit/events.ts'
import type { Activity } from '../audit/tables/activity.ts'
import { END_REASONS } from '../sessions/end-reasons.ts'
import { flagField, idField, textField, textOrNull, timeField } from './fields.ts'

export const ActivityView = Type.Object(
  {
    id: idField('The event.'),
    type: textField('What happened, by the name that the query takes.'),
    success: flagField('Whether it succeeded.'),
    createdAt: timeField('When it happened.'),
    ip: Type.Union([Type.String(), Type.Null()], {
      description: 'The address of what you did yourself, and the network of what a stranger did; of an administrator nothing.',
    }),
    browser: textOrNull('The browser that it was done with, where that is known.'),
    system: textOrNull('Its operating system, where that is known.'),
    by: Type.String({ enum: [...MAKERS], description: 'Who did it.' }),
    isCurrentSession: flagField('Whether it was done in the session that asks.'),
    // Rows of a later version may have others.
    reason: Type.Optional(oneOf(END_REASONS, { description: 'Why a session ended, of `session.revoked`.' })),
    count: Type.Integer({ description: 'How often: attempts of strangers that are alike are one event for an hour.' }),
  },
  { title: 'ActivityEvent', description: 'Something that happened to the account, as its owner sees it.' },
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
