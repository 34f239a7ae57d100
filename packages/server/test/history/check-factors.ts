import { type Event, type History, isBefore, isDone, mayBeBetween, type Op } from './history.ts'
import { FACTORS_OFF, MAYBE_OFF } from './session-endings.ts'
import type { Violation } from './violation.ts'

/** While an authenticator app is owed no path issues a session without it or a recovery code, and each of their codes works once. */
export function checkFactors({ events, proved }: History): readonly Violation[] {
  const used = events.filter((event) => event.factor && isDone(event))
  return [
    ...events.filter(isWayIn).flatMap((entry) => {
      const on = owedAt(events, entry, proved.includes(entry.accountId ?? '') ? FACTORS_OFF : MAYBE_OFF)
      return on ? [{ rule: 'a sign-in went past the authenticator app', events: [on, entry] }] : []
    }),
    ...events
      .filter((event) => event.isAfterMailbox && event.code !== undefined && isDone(event))
      .map((event) => ({ rule: 'two mails to one mailbox were two factors', events: [event] })),
    ...used.flatMap((event, n) => {
      const twin = used.slice(0, n).find((other) => keyOf(other) === keyOf(event))
      const ending = endingBefore(events, event)
      return [
        ...(twin ? [{ rule: 'a code worked twice', events: [twin, event] }] : []),
        ...(event.factor?.isWrong ? [{ rule: 'a wrong code worked', events: [event] }] : []),
        ...(ending ? [{ rule: 'a code worked after it was ended', events: [ending, event] }] : []),
      ]
    }),
  ]
}

/** A new session for a password, for a mailbox, or for a mailed second factor. */
const isWayIn = (event: Event): boolean =>
  isDone(event) &&
  event.issued !== undefined &&
  (['login', 'verify-email', 'enter-code'].includes(event.op) || (event.op === 'verify-2fa' && event.factor === undefined))

const keyOf = ({ accountId, factor }: Event): string => JSON.stringify([accountId, factor?.secret, factor?.text])

const about = (events: readonly Event[], { accountId }: Event): readonly Event[] =>
  events.filter((event) => event.accountId === accountId && isDone(event))

/** What has added the app that was certainly there by then, and was still. */
function owedAt(events: readonly Event[], entry: Event, offs: readonly Op[]): Event | undefined {
  const own = about(events, entry)
  return own.find(
    (on) =>
      on.op === 'confirm-totp' &&
      isBefore(on, entry) &&
      !own.some((off) => offs.includes(off.op) && mayBeBetween(on, off, entry)),
  )
}

/** An app ends with its removal, and when another takes its place; recovery codes may stay for a second factor by mail. */
function endingBefore(events: readonly Event[], event: Event): Event | undefined {
  const { factor } = event
  if (event.op === 'confirm-totp') return undefined
  const own = about(events, event)
  const made = own.find(
    ({ op, factor: first, recoveryCodes }) =>
      op === 'confirm-totp' &&
      (factor?.secret === undefined ? recoveryCodes?.includes(factor?.text ?? '') : first?.secret === factor.secret),
  )
  if (!made) return undefined
  return own.find(
    (ending) =>
      isBefore(made, ending) &&
      isBefore(ending, event) &&
      (ending.op === 'reset-factors' ||
        (factor?.secret !== undefined && (ending.op === 'remove-totp' || ending.op === 'confirm-totp'))),
  )
}
