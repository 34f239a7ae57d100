import { isIP } from 'node:net'
import { Type } from 'typebox'
import { accountsIn } from '../../../gate/accounts/tables/accounts.ts'
import { EVENT_TYPES } from '../../../gate/audit/events.ts'
import type { AuditEvent } from '../../../gate/audit/tables/audit.ts'
import type { AuditFilter } from '../../../gate/audit/tables/audit-list.ts'
import { choice, flagField, parameter, textField, textOrNull, timeField, yesOrNo } from '../../../gate/views/fields.ts'
import { timestamp } from '../../../platform/kernel/clock.ts'
import { isId } from '../../../platform/kernel/ids.ts'
import type { Connection } from '../../../platform/store/table.ts'
import { invitesIn } from '../../invites/index.ts'

export const auditQuery = {
  type: choice(EVENT_TYPES, 'What happened.'),
  actorId: parameter('The account that did it.'),
  targetUserId: parameter('The account that it was done to.'),
  ip: parameter('The address it came from.'),
  from: parameter('From this time on, ISO 8601.'),
  to: parameter('Before this time, ISO 8601.'),
  success: yesOrNo('Whether it succeeded.'),
}

export const AuditEventView = Type.Object(
  {
    id: textField('The event.'),
    sequence: Type.Union([Type.Integer(), Type.Null()], {
      description: 'Its number in the sealed log; null until it is sealed, about a second after it happened.',
    }),
    type: textField('What happened, by the name that the query takes.'),
    success: flagField('Whether it succeeded.'),
    actorId: textOrNull('The account or key that did it; null where that is not known.'),
    actorEmail: textOrNull('The address of that account, while there is one.'),
    targetUserId: textOrNull('The account that it was done to; null where there is none.'),
    targetEmail: textOrNull('The address of that account, while there is one.'),
    inviteEmail: textOrNull('The address of the invite that the event is about, while that is kept.'),
    sessionId: textOrNull('The session that it was done in or to; null where there is none.'),
    ip: textField('The address that it came from; empty where it was no request.'),
    userAgent: textField('What the browser or program called itself.'),
    requestId: textField('The request, as in `X-Request-Id` and in the log of the service.'),
    metadata: Type.Record(Type.String(), Type.Union([Type.String(), Type.Number()]), {
      description: 'What else is known of it. `count` is there where the event stands for more than one.',
    }),
    createdAt: timeField('When it happened.'),
  },
  { title: 'AuditEvent', description: 'A line of the audit log.' },
)

/** The log keeps ids alone: the addresses are those of the accounts and invites that still exist. */
export async function auditEventViews(tables: Connection, events: readonly AuditEvent[]) {
  const ids = events.flatMap(({ actorId, targetUserId }) => [actorId ?? [], targetUserId ?? []].flat())
  const emails = await accountsIn(tables).emailsOf([...new Set(ids)])
  const inviteOf = ({ metadata }: AuditEvent): string => String(metadata['inviteId'] ?? '')
  const invited = await invitesIn(tables).emailsOf([...new Set(events.map(inviteOf).filter((id) => id !== ''))])
  const emailOf = (id: string | undefined): string | null => (id === undefined ? null : (emails.get(id) ?? null))
  return events.map((event) => ({
    ...auditEventView(event),
    actorEmail: emailOf(event.actorId),
    targetEmail: emailOf(event.targetUserId),
    inviteEmail: invited.get(inviteOf(event)) ?? null,
  }))
}

export const auditEventView = (event: AuditEvent) => ({
  id: event.id,
  sequence: event.sequence ?? null,
  type: event.type,
  success: event.isSuccess,
  actorId: event.actorId ?? null,
  targetUserId: event.targetUserId ?? null,
  sessionId: event.sessionId ?? null,
  ip: event.ip,
  userAgent: event.userAgent,
  requestId: event.requestId,
  metadata: event.metadata,
  createdAt: timestamp(event.createdAt),
})

/** `Date.parse` takes `1` or `page 5` for a time in 2001. */
const ISO = /^(?:[+-]\d\d)?\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:\d\d)?)?$/

type AuditQuery = Partial<Record<keyof typeof auditQuery, string>>

export function readAuditQuery(query: AuditQuery): { readonly filter: AuditFilter } | { readonly problem: string } {
  const { type, actorId, targetUserId, ip, from, to, success } = query
  if (type !== undefined && !/^[a-z0-9_.]{1,64}$/.test(type)) return { problem: 'type must be the name of an event.' }
  if ([actorId, targetUserId].some((id) => id !== undefined && !isId(id)))
    return { problem: 'actorId and targetUserId must be ids.' }
  if (ip !== undefined && isIP(ip) === 0) return { problem: 'ip must be an address.' }
  if (success !== undefined && success !== 'true' && success !== 'false') return { problem: 'success must be true or false.' }
  const times = [from, to].map((text) => (text === undefined ? undefined : ISO.test(text) ? Date.parse(text) : Number.NaN))
  if (times.some((time) => Number.isNaN(time))) return { problem: 'from and to must be ISO 8601 times.' }
  const succeeded = success === undefined ? undefined : Number(success === 'true')
  return { filter: { type, actorId, targetUserId, ip, from: times[0], to: times[1], success: succeeded } }
}
