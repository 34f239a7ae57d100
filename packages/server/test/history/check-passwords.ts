import { type Event, type History, isDone, type Op } from './history.ts'
import { hasOrder, type Model } from './linearize.ts'
import type { Violation } from './violation.ts'

const NOBODY = ''

/** For every address there is one order of its passwords that explains who was let in, and who was not. */
export function checkPasswords({ events }: History): readonly Violation[] {
  const addresses = new Set(events.map(({ email }) => email))
  return [...addresses].flatMap((email) => {
    const about = events.filter((event) => event.email === email)
    const told = about.filter((event) => saysSomething(about, event))
    return hasOrder(told, PASSWORDS) ? [] : [{ rule: 'passwords changed in no one order', events: shortest(told) }]
  })
}

/** The shortest beginning that has no order. What had begun by then belongs to it: it may have taken effect. */
function shortest(told: readonly Event[]): readonly Event[] {
  const ends = told.map(({ completedAt }) => completedAt).sort((one, other) => one - other)
  const beginnings = ends.map((end) => told.filter(({ invokedAt }) => invokedAt <= end))
  return beginnings.find((some) => !hasOrder(some, PASSWORDS)) ?? told
}

const MOVERS: readonly Op[] = [
  ...(['change-password', 'reset', 'enable-2fa', 'disable-2fa', 'ban', 'unban'] as const),
  ...(['confirm-totp', 'remove-totp', 'reset-factors', 'delete-user', 'delete-account'] as const),
  'verify-email', // what was set before the first proof of a mailbox goes, unless the prover is known
]

/** Whoever shows the right password while something changes about the account is told that it was wrong. */
function saysSomething(about: readonly Event[], event: Event): boolean {
  if (!isRefusedPassword(event)) return true
  return !about.some(
    (other) =>
      MOVERS.includes(other.op) && isDone(other) && other.invokedAt < event.completedAt && other.completedAt > event.invokedAt,
  )
}

const isRefusedPassword = ({ error }: Event): boolean => error === 'invalid_credentials' || error === 'wrong_password'

const WRITES: readonly Op[] = ['register', 'change-password', 'reset', 'delete-user', 'delete-account']
const PASSWORDS: Model<string> = {
  initial: NOBODY,
  step: passwordAfter,
  isRead: (event) => !isDone(event) || !WRITES.includes(event.op),
}

/** The password of an address, from its registration to its deletion. */
function passwordAfter(now: string, event: Event): string | undefined {
  const { op, password, newPassword = NOBODY, error } = event
  if (error === 'email_already_exists') return now === NOBODY ? undefined : now
  if (isRefusedPassword(event)) return now === password ? undefined : now
  if (error === 'user_banned' && op === 'login') return now === password ? now : undefined
  if (!isDone(event)) return now
  switch (op) {
    case 'register':
      return now === NOBODY ? newPassword : undefined
    case 'login':
    case 'enable-2fa':
    case 'disable-2fa':
    case 'step-up':
      return now === password ? now : undefined
    case 'change-password':
      return now === password ? newPassword : undefined
    case 'reset':
      return now === NOBODY ? undefined : newPassword
    case 'delete-account':
      return now === password ? NOBODY : undefined
    case 'delete-user':
      return now === NOBODY ? undefined : NOBODY
    default:
      return now
  }
}
