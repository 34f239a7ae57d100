import type { Static } from 'typebox'
import { factsOf } from '../../../gate/audit/events.ts'
import type { AuditEventView } from '../steps/audit-query.ts'

export type Event = Static<typeof AuditEventView>

/** A session that began in the same request as a sign-in is no news of its own: the sign-in carries that event as `begun`. */
export function foldSessions(events: readonly Event[]): readonly { readonly event: Event; readonly begun?: Event }[] {
  const isStart = ({ type, success, requestId }: Event) => factsOf(type)?.begins === 'session' && success && requestId !== ''
  const sessions = new Map(events.filter(({ type }) => type === 'session.created').map((event) => [keyOf(event), event]))
  // Of several sign-in events in one request, such as a code and the sign-in it completes, the session belongs to the last.
  const oldestFirst = events.filter(isStart).toReversed()
  const starts = new Map(oldestFirst.map((event) => [keyOf(event), event.id]))
  return events
    .filter((event) => event.type !== 'session.created' || !starts.has(keyOf(event)))
    .map((event) => {
      const begun = starts.get(keyOf(event)) === event.id ? sessions.get(keyOf(event)) : undefined
      return begun ? { event, begun } : { event }
    })
}

const keyOf = ({ requestId, targetUserId }: Event): string => `${requestId} ${targetUserId}`
