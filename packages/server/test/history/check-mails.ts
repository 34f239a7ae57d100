import { type Event, type History, isDone, type Mail } from './history.ts'
import type { Violation } from './violation.ts'

/** The first code of a challenge, and three more. */
const PER_CHALLENGE = 4
const MINUTE_MS = 60_000
const HOUR_MS = 3_600_000
const PER_HOUR = 5

/** No challenge mailed more codes than it may, no address got more than was asked for, and limits were kept. */
export function checkMails({ events, mails, isLimited }: History): readonly Violation[] {
  const asked = events.filter((event) => event.op === 'forgot' && isDone(event))
  const about = (email: string): readonly Event[] => events.filter((event) => event.email === email && wasMailing(event))
  const byChallenge = group(mails, ({ challengeId }) => challengeId)
  // A link for an address that nobody has is counted, though it is not mailed: those are known by who asked.
  const byPurpose = group(mails, ({ purpose, email }) => (purpose === 'reset' ? undefined : `${purpose} ${email}`))
  const resets = group(mails, ({ purpose, email }) => (purpose === 'reset' ? email : undefined))
  const rule = 'more mails than allowed'
  return [
    ...byChallenge.filter((some) => some.length > PER_CHALLENGE).map(([first]) => ({ rule, events: about(first.email) })),
    ...resets
      .filter((some) => some.length > asked.filter(({ email }) => email === some[0].email).length)
      .map(([first]) => ({ rule, events: about(first.email) })),
    ...(isLimited ? byPurpose.filter(exceedsLimit).map(([first]) => ({ rule, events: about(first.email) })) : []),
    ...(isLimited
      ? group(asked, ({ email }) => email)
          .filter(exceedsLimit)
          .map((some) => ({ rule, events: some }))
      : []),
  ]
}

const wasMailing = ({ op, codeSent }: Event): boolean => op === 'forgot' || codeSent === true

/** Sorted by time, as they were noted. An hour begins with the first mail that no other hour holds. */
function exceedsLimit(sent: readonly Pick<Mail, 'clock'>[]): boolean {
  let hour = { start: Number.NEGATIVE_INFINITY, count: 0 }
  return sent.some(({ clock }, n) => {
    hour = clock < hour.start + HOUR_MS ? { ...hour, count: hour.count + 1 } : { start: clock, count: 1 }
    const before = sent[n - 1]
    return hour.count > PER_HOUR || (before !== undefined && clock < before.clock + MINUTE_MS)
  })
}

type Some<T> = readonly [T, ...T[]]

function group<T>(items: readonly T[], keyOf: (item: T) => string | undefined): readonly Some<T>[] {
  const groups = new Map<string, [T, ...T[]]>()
  for (const item of items) {
    const key = keyOf(item)
    if (key === undefined) continue
    const found = groups.get(key)
    if (found) found.push(item)
    else groups.set(key, [item])
  }
  return [...groups.values()]
}
