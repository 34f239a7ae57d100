/** What is counted by day: sign-ups and sign-ins when they happen or fail, accounts under the day on which they were made. */
export const FIGURES = ['account', 'sign-in', 'sign-in-failed', 'sign-up'] as const
export type CountedFigure = (typeof FIGURES)[number]

/** So many days that end with a day: the accounts that were active in them are counted under that day, each once. */
export const ACTIVE_WINDOWS = [1, 7, 30] as const
type ActiveFigure = `active-${(typeof ACTIVE_WINDOWS)[number]}`
export const activeFigure = (days: (typeof ACTIVE_WINDOWS)[number]): ActiveFigure => `active-${days}`

export type Figure = CountedFigure | ActiveFigure

/** Under which the kinds of events stand where one is chosen, in this order. */
export const EVENT_GROUPS = [
  ...(['signIn', 'sessions', 'factors', 'passwords', 'addresses', 'accounts'] as const),
  ...(['administration', 'invites', 'organisations'] as const),
] as const
type EventGroup = (typeof EVENT_GROUPS)[number]

/** All that a kind of event says of itself; whatever treats events differently asks this. */
interface EventFacts {
  readonly about: EventGroup
  /** Whether the owner of the account sees it, as something about its security. */
  readonly activity: boolean
  /** What each one adds to the figures of its day. */
  readonly counts?: Exclude<CountedFigure, 'account'>
  /** A session that begins in the same request is part of it. */
  readonly begins?: 'session'
  /** Of passwords: not one to choose from where there are none. */
  readonly ofPasswords?: true
  /** Done by an administrator even where no account is named that did it: the holder of a key has none. */
  readonly by?: 'administrator'
}

export type EventRows = Readonly<Record<string, EventFacts>>

/** Every kind of event with its facts. Each subject adds its own. */
// biome-ignore lint/suspicious/noEmptyInterface: the subjects fill it
export interface Events {}
export type EventType = keyof Events

/**
 * Everything that is ever written to the audit log. Of the several events of a sign-in the owner sees one and the figures count one. What
 * was merely mailed, or is about an organisation, is not about the security of an account; and the end of an account has no owner any more
 * who could read of it. These are filled when the subjects are joined.
 */
const facts = new Map<string, EventFacts>()
export const EVENT_TYPES: EventType[] = []
export const ACTIVITY_TYPES: EventType[] = []

export function joinEvents(rows: EventRows): void {
  for (const [type, row] of Object.entries(rows)) {
    facts.set(type, row)
    EVENT_TYPES.push(type as EventType)
    if (row.activity) ACTIVITY_TYPES.push(type as EventType)
  }
}

/** A log may have events of a version before or after this one. */
export const factsOf = (type: string): EventFacts | undefined => facts.get(type)

/** The maker of an event as the owner of the account is told: never which administrator, and of a stranger nothing but the network. */
export const MAKERS = ['you', 'administrator', 'somebody'] as const
export type Maker = (typeof MAKERS)[number]
