import type { Static } from 'typebox'
import { factsOf } from '../../../gate/audit/events.ts'
import type { AuditEventView } from '../steps/audit-query.ts'

export type Event = Static<typeof AuditEventView>

interface FoldedEvent {
  readonly event: Event
  /** The session that began with it, which is no news beside it. */
  readonly begun?: Event
}

/** Events as they are told. A session that began in the same request as a sign-in is part of that. */
export function foldSessions(events: readonly Event[]): readonly FoldedEvent[] {
  const isStart = ({ type, success, requestId }: Event) => factsOf(type)?.begins === 'session' && success && requestId !== ''
  const sessions = new Map(events.filter(({ type }) => type === 'session.created').map((event) => [keyOf(event), event]))
  // Of several in one request, such as a code and the sign-in that it completes, the session belongs to the last.
  const starts = new Map(
    events
      .filter(isStart)
      .toReversed()
      .map((event) => [keyOf(event), event.id]),
  )
  return events
    .filter((event) => event.type !== 'session.created' || !starts.has(keyOf(event)))
    .map((event) => {
      const begun = starts.get(keyOf(event)) === event.id ? sessions.get(keyOf(event)) : undefined
      return begun ? { event, begun } : { event }
    })
}

const keyOf = ({ requestId, targetUserId }: Event): string => `${requestId} ${targetUserId}`
