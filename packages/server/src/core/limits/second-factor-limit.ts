import type { Tables } from '../../store/store.ts'
import type { Deps } from '../deps.ts'
import { bucketOf, tooMany } from './limits.ts'

export const secondFactorBucket = (deps: Deps, accountId: string): string => bucketOf(deps, 'second-factor', accountId)

/** Counts a two-factor code as wrong before it is compared, against the account: a new challenge brings no new guesses. */
export async function reserveSecondFactor(deps: Deps, accountId: string): Promise<void> {
  const { config, store, clock } = deps
  const { enabled, secondFactorFailures, secondFactorWindow } = config.limits
  if (!enabled) return
  const now = clock.now()
  const window = { by: 1, expiresAt: now + secondFactorWindow }
  const { count, expiresAt } = await store.limits.count(secondFactorBucket(deps, accountId), window, now)
  if (count > secondFactorFailures) throw tooMany(deps, 'second_factor', expiresAt, secondFactorWindow)
}

/** It was right after all. */
export async function returnSecondFactor(tx: Tables, deps: Deps, accountId: string): Promise<void> {
  if (deps.config.limits.enabled) await tx.limits.giveBack(secondFactorBucket(deps, accountId))
}
