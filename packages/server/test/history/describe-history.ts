import type { Event } from './history.ts'

/** A history for people: one line for each request, in the order in which they began. */
export function describeHistory(events: readonly Event[]): string {
  const names = new Map<string, string>()
  const name = (kind: string, secret: string): string => {
    const found = names.get(secret) ?? `${kind}${[...names.values()].filter((one) => one.startsWith(kind)).length + 1}`
    names.set(secret, found)
    return found
  }
  return [...events]
    .sort((one, other) => one.invokedAt - other.invokedAt)
    .map((event) => line(event, name))
    .join('\n')
}

function line(event: Event, name: (kind: string, secret: string) => string): string {
  const { sessionId, token, issued, challengeId, code, revokedId, actorId, keepsOthers } = event
  const session = (id: string, its: string): string => `${name('session ', id)} (${name('token ', its)})`
  const parts = [
    `[${event.invokedAt}–${event.completedAt}] client ${event.client}: ${event.op} ${event.email}`,
    actorId !== undefined && `by ${name('administrator ', actorId)}`,
    sessionId !== undefined && token !== undefined && `with ${session(sessionId, token)}`,
    event.password !== undefined && `knowing "${event.password}"`,
    event.newPassword !== undefined && `wanting "${event.newPassword}"`,
    revokedId !== undefined && `ending ${name('session ', revokedId)}`,
    keepsOthers === true && 'keeping others',
    challengeId !== undefined && `on ${name('challenge ', challengeId)}`,
    code && (code.isWrong ? 'by a wrong code' : `by ${name('code ', code.text)}`),
    event.factor &&
      (event.factor.isWrong
        ? 'by a wrong code'
        : `by ${name(event.factor.secret ? 'app code ' : 'recovery code ', event.factor.text)}`),
    `→ ${event.status}${event.error === undefined ? '' : ` ${event.error}`}`,
    issued && `got ${session(issued.sessionId, issued.token)}`,
  ]
  return parts.filter((part) => typeof part === 'string').join(' ')
}
