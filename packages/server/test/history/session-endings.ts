import { type Event, isBefore, isDone, mayBeBetween, type Op } from './history.ts'

export interface Session {
  readonly id: string
  readonly accountId: string
  /** The request that made it. */
  readonly issue: Event
}

/**
 * Whether the session is certainly over once the event has completed. `about` is all that happened to its account or with it.
 *
 * An event that overlaps the issue may have come before it, and then it ended nothing. Three things are known all the same:
 * a registration comes before whatever else happens to its account; a sign-in with a password came before the change of
 * that password; and a sign-in that got through came before the ban, or before the second factor was owed.
 */
export function isEnding(about: readonly Event[], session: Session, event: Event): boolean {
  const { id, accountId, issue } = session
  if (event.op === 'refresh' && event.error === 'session_revoked') return event.sessionId === id
  // An administrator's act is about somebody else than the owner of the session.
  if (!isDone(event) || event.accountId !== accountId) return false
  const isLater = issue.op === 'register' || isBefore(issue, event)
  switch (event.op) {
    case 'logout':
      return event.sessionId === id
    case 'revoke-session':
      return event.revokedId === id
    case 'revoke-others':
      return event.sessionId !== id && isLater
    case 'change-password':
    case 'reset':
      return event.sessionId !== id && (isLater || replacesPasswordOf(about, issue, event))
    case 'ban':
      return isLater || !mayBeUndone(about, event, 'unban', issue)
    case 'confirm-totp':
      if (event.keepsOthers || event.sessionId === id) return false
      return isLater || (issue.op === 'login' && !MAYBE_OFF.some((off) => mayBeUndone(about, event, off, issue)))
    case 'remove-totp':
      return event.sessionId !== id && isLater
    case 'reset-factors':
      return isLater
    case 'enable-2fa':
      if (event.keepsOthers || event.sessionId === id || !isSwitchedOnBy(about, event)) return false
      return isLater || (issue.op === 'login' && !EMAIL_OFF.some((off) => mayBeUndone(about, event, off, issue)))
    case 'delete-user':
    case 'delete-account':
      return true
    default:
      return false
  }
}

/** What makes an authenticator app no longer owed; also by a mailbox that is proved for the first time; and a mailed code. */
export const FACTORS_OFF: readonly Op[] = ['remove-totp', 'reset-factors']
export const MAYBE_OFF: readonly Op[] = [...FACTORS_OFF, 'reset', 'verify-email']
const EMAIL_OFF: readonly Op[] = ['disable-2fa', 'reset-factors']

/** Every password is set once, so whoever set the one that was shown came first. */
function replacesPasswordOf(about: readonly Event[], issue: Event, change: Event): boolean {
  if (issue.password === undefined || change.newPassword === issue.password) return false
  const setting = about.find((event) => isDone(event) && event.newPassword === issue.password)
  return setting !== undefined && (setting.op === 'register' || isBefore(setting, change))
}

const mayBeUndone = (about: readonly Event[], event: Event, by: Op, until: Event): boolean =>
  about.some((one) => one.op === by && isDone(one) && mayBeBetween(event, one, until))

/** Where it may have been on already, the request changed nothing. */
export const isSwitchedOnBy = (about: readonly Event[], event: Event): boolean =>
  !about.some(
    (other) =>
      other !== event &&
      other.op === 'enable-2fa' &&
      isDone(other) &&
      other.invokedAt < event.completedAt &&
      !about.some((off) => off.op === 'disable-2fa' && isDone(off) && isBefore(other, off) && isBefore(off, event)),
  )
