import { canonicalEmail } from '../kernel/email-address.ts'
import type { Tables } from '../store/store.ts'
import type { Account } from '../store/tables/accounts.ts'
import type { Backoff } from '../store/tables/limits.ts'
import type { Deps } from './deps.ts'
import { bucketOf, tooMany } from './limits.ts'
import { secondFactorBucket } from './second-factor-limit.ts'

const DAY_MS = 86_400_000

/** Where the passwords are counted that strangers try: for the address as it was typed, whether anybody has it or not. */
export const addressBucket = (deps: Deps, email: string): string => bucketOf(deps, 'password', canonicalEmail(email) ?? email)

function backoffOf({ passwordFailures, passwordBackoff, passwordBackoffMax }: Deps['config']['limits']): Backoff {
  const stepsMs = [passwordBackoffMax]
  const steps = Math.ceil(Math.log2(passwordBackoffMax / passwordBackoff))
  for (let step = steps - 1; step >= 0; step--) stepsMs.unshift(passwordBackoff * 2 ** step)
  return { after: passwordFailures, stepsMs, forgetMs: Math.max(DAY_MS, passwordBackoffMax) }
}

/**
 * Lets a password be compared, unless too many were wrong in this bucket: then nothing is hashed at all. The attempt is
 * counted before the comparison, in a statement of its own, so that many at once are not compared either. The right one
 * clears the bucket it was counted in, and no other.
 */
export async function guardPassword(deps: Deps, bucket: string, compare: () => Promise<boolean>): Promise<boolean> {
  const { config, store, clock } = deps
  if (!config.limits.enabled) return compare()
  const now = clock.now()
  if (!(await store.limits.attempt(bucket, backoffOf(config.limits), now))) {
    throw tooMany(deps, 'password', await store.limits.blockedUntil(bucket), config.limits.passwordBackoffMax)
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
  await tx.limits.clear(addressBucket(deps, email))
  await tx.limits.clear(secondFactorBucket(deps, id))
}
