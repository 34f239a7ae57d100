import type { Event } from './history.ts'

/** `step` says what an event makes of a state; undefined when it cannot have been answered so in that state. */
export interface Model<S> {
  readonly initial: S
  readonly step: (state: S, event: Event) => S | undefined
  /** Whether it changes no state whatever. One that changes nothing now may be what a later state needs. */
  readonly isRead: (event: Event) => boolean
}

/**
 * Whether the events have one order that respects what was seen to come first, and in which each answer is right (Wing and
 * Gong's search, with Lowe's memory of what was tried). Exponential only in how many overlap.
 */
export function hasOrder<S extends string>(events: readonly Event[], model: Model<S>): boolean {
  const tried = new Set<string>()
  const search = (rest: readonly Event[], state: S): boolean => {
    const left = withoutReads(rest, state, model)
    if (left.length === 0) return true
    const key = `${state}|${left.map(({ invokedAt }) => invokedAt).join()}`
    if (tried.has(key)) return false
    tried.add(key)
    return firstOf(left).some((event) => {
      const next = model.step(state, event)
      return (
        next !== undefined &&
        search(
          left.filter((one) => one !== event),
          next,
        )
      )
    })
  }
  return search(events, model.initial)
}

/** Those that nothing among the others was seen to precede. */
function firstOf(events: readonly Event[]): readonly Event[] {
  const firstEnd = Math.min(...events.map(({ completedAt }) => completedAt))
  return events.filter(({ invokedAt }) => invokedAt < firstEnd)
}

/** A read that fits may come now as well as later. */
function withoutReads<S extends string>(events: readonly Event[], state: S, { step, isRead }: Model<S>): readonly Event[] {
  let left = events
  for (;;) {
    const reads = new Set(firstOf(left).filter((event) => isRead(event) && step(state, event) === state))
    if (reads.size === 0) return left
    left = left.filter((event) => !reads.has(event))
  }
}
