import { type Event, type History, isBefore, isDone } from './history.ts'
import { isSwitchedOnBy } from './session-endings.ts'
import type { Violation } from './violation.ts'

const MAX_GUESSES = 5

/** Each code worked once at most, and not after something had ended it. */
export function checkCodes({ events }: History): readonly Violation[] {
  const redeemed = events.filter((event) => (event.code || event.op === 'verify-2fa') && isDone(event))
  return redeemed.flatMap((event, n) => {
    const twin = redeemed.slice(0, n).find((other) => secretOf(other) === secretOf(event))
    const ending = events.find((other) => other.accountId === event.accountId && endsCodeOf(events, other, event))
    const guesses = wrongGuessesBefore(events, event)
    return [
      ...(twin ? [{ rule: 'a code worked twice', events: [twin, event] }] : []),
      ...(event.code?.isWrong ? [{ rule: 'a wrong code worked', events: [event] }] : []),
      ...(ending ? [{ rule: 'a code worked after it was ended', events: [ending, event] }] : []),
      ...(guesses.length >= MAX_GUESSES ? [{ rule: 'a code worked after five guesses', events: [...guesses, event] }] : []),
    ]
  })
}

/** A challenge is completed once, whichever of its codes it was. */
const secretOf = ({ challengeId, code }: Event): string => challengeId ?? code?.text ?? ''

function endsCodeOf(events: readonly Event[], ending: Event, { code, challengeId, invokedAt }: Event): boolean {
  if (!code || !isDone(ending) || ending.invokedAt < code.seenAt || ending.completedAt > invokedAt) return false
  switch (ending.op) {
    case 'change-password':
    case 'reset':
    case 'delete-user':
    case 'delete-account':
    case 'confirm-totp':
    case 'remove-totp':
    case 'reset-factors':
      return true
    case 'enable-2fa': {
      const about = events.filter(({ accountId }) => accountId === ending.accountId)
      return isSwitchedOnBy(about, ending)
    }
    case 'resend-2fa':
      return ending.codeSent === true && ending.challengeId === challengeId
    default:
      return false
  }
}

const wrongGuessesBefore = (events: readonly Event[], event: Event): readonly Event[] =>
  events.filter(
    (one) =>
      one.op === 'verify-2fa' &&
      one.error === 'two_factor_code_invalid' &&
      one.challengeId === event.challengeId &&
      isBefore(one, event),
  )
