import { setTimeout as sleep } from 'node:timers/promises'
import type { Context } from '../deps.ts'
import type { Chore } from '../subject.ts'

/** Of each in one run: half a minute, after which the others have their turn, and the clock is looked at again. */
const MOST_STEPS = 1000

interface Running {
  readonly contextFor: () => Context
  readonly now: number
  readonly pauseMs: number
  readonly isStopped: () => boolean
  readonly onError: (error: unknown) => void
}

/** One that fails, or has very much to do, keeps neither the others nor the removal of rows waiting. */
export async function runChores(
  chores: readonly Chore[],
  { contextFor, now, pauseMs, isStopped, onError }: Running,
): Promise<void> {
  for (const chore of chores) {
    try {
      for (let step = 0; step < MOST_STEPS && !isStopped() && (await chore(contextFor(), now)); step++) await sleep(pauseMs)
    } catch (error) {
      onError(error)
    }
  }
}
