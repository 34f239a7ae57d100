import { canonicalEmail } from '../kernel/email-address.ts'
import type { Tables } from '../store/store.ts'
import type { Account } from '../store/tables/accounts.ts'
import type { Backoff } from '../store/tables/limits.ts'
import type { Deps } from './deps.ts'
import { bucketOf, tooMany } from './limits.ts'
import { secondFactorBucket } from './second-factor-limit.ts'

const DAY_MS = 86_400_000

const passwordBucket = (deps: Deps, email: string): string => bucketOf(deps, 'password', canonicalEmail(email) ?? email)

function backoffOf({ passwordFailures, passwordBackoff, passwordBackoffMax }: Deps['config']['limits']): Backoff {
  const stepsMs = [passwordBackoffMax]
  const steps = Math.ceil(Math.log2(passwordBackoffMax / passwordBackoff))
  for (let step = steps - 1; step >= 0; step--) stepsMs.unshift(passwordBackoff * 2 ** step)
  return { after: passwordFailures, stepsMs, forgetMs: Math.max(DAY_MS, passwordBackoffMax) }
}

/**
 * Lets a password be compared, unless too many were wrong for this address: then nothing is hashed at all. The attempt is
 * counted before the comparison, in a statement of its own, so that many at once are not compared either. An address that
 * nobody has is counted like any other.
 */
export async function guardPassword(deps: Deps, email: string, compare: () => Promise<boolean>): Promise<boolean> {
  const { config, store, clock } = deps
  if (!config.limits.enabled) return compare()
  const bucket = passwordBucket(deps, email)
  const now = clock.now()
  if (!(await store.limits.attempt(bucket, backoffOf(config.limits), now))) {
    throw tooMany(deps, 'password', await store.limits.blockedUntil(bucket))
  }
  const isRight = await compare().catch(async (error: unknown) => {
    await store.limits.giveBack(bucket) // nothing was compared
    throw error
  })
  if (isRight) await store.limits.clear(bucket)
  return isRight
}

/** Whoever has just proved the mailbox and set a password need not wait for what others have guessed. */
export async function forgiveFailures(tx: Tables, deps: Deps, { id, email }: Account): Promise<void> {
  if (!deps.config.limits.enabled) return
  await tx.limits.clear(passwordBucket(deps, email))
  await tx.limits.clear(secondFactorBucket(deps, id))
}
