import { type Event, type History, isBefore, isDone } from './history.ts'
import { isSwitchedOnBy } from './session-endings.ts'
import type { Violation } from './violation.ts'

const MAX_GUESSES = 5

/** Each code worked once at most, and not after something had ended it. */
export function checkCodes({ events, isLimited }: History): readonly Violation[] {
  const redeemed = events.filter((event) => (event.code || event.op === 'verify-2fa') && isDone(event))
  return redeemed.flatMap((event, n) => {
    const twin = redeemed.slice(0, n).find((other) => secretOf(other) === secretOf(event))
    const ending =
      events.find((other) => other.accountId === event.accountId && endsCodeOf(events, other, event)) ??
      events.find((other) => !isLimited && isNewerCode(other, event))
    const guesses = wrongGuessesBefore(events, event)
    return [
      ...(twin ? [{ rule: 'a code worked twice', events: [twin, event] }] : []),
      ...(event.code?.isWrong ? [{ rule: 'a wrong code worked', events: [event] }] : []),
      ...(ending ? [{ rule: 'a code worked after it was ended', events: [ending, event] }] : []),
      ...(guesses.length >= MAX_GUESSES ? [{ rule: 'a code worked after five guesses', events: [...guesses, event] }] : []),
    ]
  })
}

/** A challenge is completed once, whichever of its codes it was; a code to sign in may open one that is there already. */
const secretOf = ({ op, challengeId, code }: Event): string => (op === 'enter-code' ? undefined : challengeId) ?? code?.text ?? ''

const isLater = (ending: Event, { code, invokedAt }: Event): boolean =>
  isDone(ending) && code !== undefined && ending.invokedAt >= code.seenAt && ending.completedAt <= invokedAt

/** The newest code to sign in alone works; where mails are limited another may not have left, and then the one before is good. */
const isNewerCode = (other: Event, event: Event): boolean =>
  event.op === 'enter-code' && other.op === 'ask-code' && other.email === event.email && isLater(other, event)

function endsCodeOf(events: readonly Event[], ending: Event, event: Event): boolean {
  if (!isLater(ending, event)) return false
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
      return ending.codeSent === true && event.op === 'verify-2fa' && ending.challengeId === event.challengeId
    default:
      return false
  }
}

const wrongGuessesBefore = (events: readonly Event[], event: Event): readonly Event[] =>
  events.filter((one) => one.op === event.op && isWrongGuess(one, event) && isBefore(one, event))

const isWrongGuess = ({ error, challengeId, binding }: Event, event: Event): boolean =>
  event.op === 'enter-code'
    ? error === 'code_invalid' && binding === event.binding
    : error === 'two_factor_code_invalid' && challengeId === event.challengeId
