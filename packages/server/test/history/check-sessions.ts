import { type Event, type History, isDone, type Op } from './history.ts'
import { isEnding, type Session } from './session-endings.ts'
import type { Violation } from './violation.ts'

const ENDS_OTHERS: readonly Op[] = ['revoke-others', 'change-password', 'enable-2fa', 'confirm-totp', 'remove-totp']
const ISSUERS: readonly string[] = ['register', 'login', 'verify-2fa', 'verify-email', 'enter-code']

/** A session token worked only between its issue and the first ending that completed, and it ended for a reason. */
export function checkSessions({ events }: History): readonly Violation[] {
  const sessions = events.flatMap((issue): Session[] =>
    issue.issued && ISSUERS.includes(issue.op) ? [{ id: issue.issued.sessionId, accountId: issue.issued.accountId, issue }] : [],
  )
  return sessions.flatMap((session) => {
    const about = events.filter(({ accountId, sessionId }) => accountId === session.accountId || sessionId === session.id)
    const endings = about.filter((event) => isEnding(about, session, event))
    const uses = about.filter((event) => event === session.issue || isUse(session, event))
    return [
      ...uses.flatMap((use) => outlivedBy(use, session, [...endings, ...renewals(about, session, use)])),
      ...causeless(about, session),
    ]
  })
}

/** It was recognised by its session, whatever was then said about the rest of it. */
const isUse = ({ id }: Session, { sessionId, status }: Event): boolean =>
  sessionId === id && status < 500 && status !== 401 && status !== 429

/** Whoever replaced the very token that was used. A refresh cookie beside it works on, so only a bare token is asked about. */
const renewals = (events: readonly Event[], { id }: Session, use: Event): readonly Event[] =>
  use.op === 'me' ? events.filter((event) => event.token === use.token && replaces(id, event)) : []

const replaces = (id: string, { sessionId, token, issued }: Event): boolean =>
  sessionId === id && issued?.sessionId === id && issued.token !== token

const outlivedBy = (use: Event, { issue }: Session, endings: readonly Event[]): readonly Violation[] =>
  endings
    .filter((ending) => ending.completedAt < use.invokedAt)
    .slice(0, 1)
    .map((ending) => ({ rule: 'a session worked after it was ended', events: [issue, ending, use] }))

/** Refused while nothing that could have ended it had even begun. */
function causeless(events: readonly Event[], session: Session): readonly Violation[] {
  const refused = events.filter(({ op, status, sessionId }) => op === 'me' && status === 401 && sessionId === session.id)
  return refused.flatMap((probe) => {
    const issue = events.find(({ issued }) => issued?.token === probe.token)
    if (!issue || issue.completedAt > probe.invokedAt) return []
    const causes = events.filter((event) => event.completedAt > issue.invokedAt && event.invokedAt < probe.completedAt)
    if (causes.some((event) => mayEnd(session, event))) return []
    return [{ rule: 'a session ended without a cause', events: [issue, probe] }]
  })
}

/** A code proves the mailbox in a browser without cookies here: where it is the first proof, what was there before goes. */
const ENDS_ALL: readonly Op[] = ['reset', 'reset-factors', 'ban', 'delete-user', 'delete-account', 'verify-email']

function mayEnd({ id, accountId }: Session, event: Event): boolean {
  const { op, sessionId } = event
  // A refresh token that was rotated before ends its session when it is seen again, on whatever route.
  if (sessionId === id && op !== 'me' && (event.status === 401 || replaces(id, event))) return true
  if (!isDone(event) || event.accountId !== accountId) return false
  if (op === 'logout') return sessionId === id
  if (op === 'revoke-session') return event.revokedId === id
  if (ENDS_OTHERS.includes(op)) return sessionId !== id
  return ENDS_ALL.includes(op)
}
