import { DAY_MS } from '../../platform/kernel/clock.ts'
import type { Connection } from '../../platform/store/table.ts'
import { accountsIn } from '../accounts/tables/accounts.ts'
import type { Context, Deps } from '../deps.ts'
import { inTransaction } from '../transaction.ts'
import { bucketOf, tooMany } from './limits.ts'
import { limitsIn } from './tables/limits.ts'

/** After this long, a run of exhausted windows is forgotten. */
const RUN_MS = 7 * DAY_MS
/** From this exhausted window on, each doubles the wait. */
const DOUBLED_FROM = 3

export const secondFactorBucket = (deps: Deps, accountId: string): string => bucketOf(deps, 'second-factor', accountId)
const runBucket = (deps: Deps, accountId: string): string => bucketOf(deps, 'second-factor-run', accountId)
const waitBucket = (deps: Deps, accountId: string): string => bucketOf(deps, 'second-factor-wait', accountId)

/** Counted before the comparison, and per account, so that neither a new challenge nor another method brings new guesses. */
export async function reserveSecondFactor(deps: Deps, accountId: string): Promise<'more' | 'last'> {
  const { config, store, clock } = deps
  const { enabled, secondFactorFailures, secondFactorWindow } = config.limits
  if (!enabled) return 'more'
  const now = clock.now()
  const waitUntil = await limitsIn(store).openUntil(waitBucket(deps, accountId), now)
  if (waitUntil !== undefined) throw tooMany(deps, 'second_factor', waitUntil, DAY_MS)
  const window = { by: 1, expiresAt: now + secondFactorWindow }
  const { count, expiresAt } = await limitsIn(store).count(secondFactorBucket(deps, accountId), window, now)
  if (count > secondFactorFailures) throw tooMany(deps, 'second_factor', expiresAt, secondFactorWindow)
  return count === secondFactorFailures ? 'last' : 'more'
}

/** The last guess of a window was wrong: the owner is mailed once per run, and from the third window on the wait grows. */
export async function noteExhausted(context: Context, accountId: string): Promise<void> {
  const { deps } = context
  const { store, clock, config } = deps
  const now = clock.now()
  const run = await limitsIn(store).count(runBucket(deps, accountId), { by: 1, expiresAt: now + RUN_MS }, now)
  if (run.count >= DOUBLED_FROM) {
    const waitMs = config.limits.secondFactorWindow * 2 ** (run.count - DOUBLED_FROM + 1)
    await limitsIn(store).open(waitBucket(deps, accountId), now + Math.min(waitMs, DAY_MS))
  }
  if (run.count > 1) return
  await inTransaction(context, async (tx) => {
    const account = await accountsIn(tx).find(accountId)
    if (account) await tx.notify('second-factor-exhausted', account)
  })
}

/** A counted guess was right. Wrong guesses before it still count in this window. */
export async function returnSecondFactor(tx: Connection, deps: Deps, accountId: string): Promise<void> {
  if (deps.config.limits.enabled) await limitsIn(tx).giveBack(secondFactorBucket(deps, accountId))
  await endRun(tx, deps, accountId)
}

/** Any right factor ends a run of exhausted windows, even one that was not counted. */
export async function endRun(tx: Connection, deps: Deps, accountId: string): Promise<void> {
  if (!deps.config.limits.enabled) return
  for (const bucket of [runBucket, waitBucket]) await limitsIn(tx).clear(bucket(deps, accountId))
}
