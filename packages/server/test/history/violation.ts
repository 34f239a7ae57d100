import type { Event } from './history.ts'

/** A rule that did not hold, and the events that show it. */
export interface Violation {
  readonly rule: string
  readonly events: readonly Event[]
}
