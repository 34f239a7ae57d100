import { expect } from 'vitest'
import type { Reply } from '../support/browser.ts'
import type { RunningService } from '../support/world.ts'

/** Callers released together, and what must be true afterwards. The address is nobody's yet. */
export interface Race {
  readonly what: string
  readonly run: (place: RunningService, email: string) => Promise<void>
}

export const statusesOf = (replies: readonly Reply[]): readonly number[] => replies.map(({ status }) => status)

/** The index of the one caller who got through. */
export function winnerOf(replies: readonly Reply[]): number {
  const winners = replies.flatMap(({ status }, n) => (status < 300 ? [n] : []))
  expect(winners, `answers ${statusesOf(replies).join()}`).toHaveLength(1)
  return winners[0] ?? -1
}
