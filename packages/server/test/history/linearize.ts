import type { Event } from './history.ts'

/** What an event makes of a state; undefined when it cannot have been answered so in that state. */
export type Step<S> = (state: S, event: Event) => S | undefined

/**
 * Whether the events have one order that respects what was seen to come first, and in which each answer is right (Wing and
 * Gong's search, with Lowe's memory of what was tried). Exponential only in how many overlap.
 */
export function hasOrder<S extends string>(events: readonly Event[], initial: S, step: Step<S>): boolean {
  const tried = new Set<string>()
  const search = (rest: readonly Event[], state: S): boolean => {
    const [left, reached] = withoutReads(rest, state, step)
    if (left.length === 0) return true
    const key = `${reached}|${left.map(({ invokedAt }) => invokedAt).join()}`
    if (tried.has(key)) return false
    tried.add(key)
    return firstOf(left).some((event) => {
      const next = step(reached, event)
      return (
        next !== undefined &&
        search(
          left.filter((one) => one !== event),
          next,
        )
      )
    })
  }
  return search(events, initial)
}

/** Those that nothing among the others was seen to precede. */
function firstOf(events: readonly Event[]): readonly Event[] {
  const firstEnd = Math.min(...events.map(({ completedAt }) => completedAt))
  return events.filter(({ invokedAt }) => invokedAt < firstEnd)
}

/** An event that fits and changes nothing may come now as well as later. */
function withoutReads<S extends string>(events: readonly Event[], state: S, step: Step<S>): readonly [readonly Event[], S] {
  let left = events
  for (;;) {
    const reads = new Set(firstOf(left).filter((event) => step(state, event) === state))
    if (reads.size === 0) return [left, state]
    left = left.filter((event) => !reads.has(event))
  }
}
