import { canonicalEmail } from '../../platform/kernel/email-address.ts'
import { keptFor } from '../../platform/kernel/kept-for.ts'
import type { MaybePromise } from '../../platform/kernel/maybe-promise.ts'
import { networksOf } from '../../platform/kernel/networks-of.ts'
import type { Connection } from '../../platform/store/table.ts'
import { type Account, accountsIn } from '../accounts/tables/accounts.ts'
import type { Context, Deps } from '../deps.ts'
import { hasStrongGate } from '../factors/gates.ts'
import { bucketOf, tooMany } from '../limits/limits.ts'
import { endRun, secondFactorBucket } from '../limits/second-factor-limit.ts'
import { type Backoff, type DeviceBuckets, limitsIn } from '../limits/tables/limits.ts'
import type { Transaction } from '../transaction.ts'

const DAY_MS = 86_400_000
/** As long as strangers can keep the next link from being mailed; see `mail-limit.ts`. */
const RESET_MS = 3_600_000

/** Counts what strangers try, by the typed address, whether or not there is an account. */
export const addressBucket = (deps: Deps, email: string): string => bucketOf(deps, 'password', canonicalEmail(email) ?? email)

/** For the network of a reset, when strangers have used up the attempts: a reset sets no cookie that tells its browser apart. */
export const resetBucket = ({ deps, client }: Context, account: Pick<Account, 'id'> | undefined): string =>
  bucketOf(deps, 'password-reset', account?.id ?? '', networksOf(client.ip)[0])

/** `spare` is used while `bucket` is blocked, if the spare one was opened. */
type AttemptBuckets = { readonly bucket: string | DeviceBuckets; readonly spare?: () => string }

/** A right password. `bucket` is undefined where attempts are not counted. */
interface Compared {
  readonly bucket: string | undefined
  /** Clears the count, in the transaction that the password opens. */
  readonly clear: (tables: Connection) => Promise<void>
}

const backoffOf = keptFor(({ passwordFailures, passwordBackoff, passwordBackoffMax }: Deps['config']['limits']): Backoff => {
  const stepsMs = [passwordBackoffMax]
  const steps = Math.ceil(Math.log2(passwordBackoffMax / passwordBackoff))
  for (let step = steps - 1; step >= 0; step--) stepsMs.unshift(passwordBackoff * 2 ** step)
  return { after: passwordFailures, stepsMs, forgetMs: Math.max(DAY_MS, passwordBackoffMax) }
})

/**
 * Compares a password unless too many were wrong: then nothing is hashed at all. The attempt is counted before the comparison, in
 * a statement of its own, so that many at once are not compared either. Undefined for a wrong password. `placeOf` is called only where
 * attempts are counted.
 */
export async function countedPassword(
  deps: Deps,
  placeOf: () => MaybePromise<AttemptBuckets>,
  compare: () => Promise<boolean>,
): Promise<Compared | undefined> {
  const { config, store } = deps
  if (!config.limits.enabled) return (await compare()) ? { bucket: undefined, clear: async () => undefined } : undefined
  const { bucket, isSpare } = await countAttempt(deps, await placeOf())
  const isRight = await compare().catch(async (error: unknown) => {
    await limitsIn(store).giveBack(bucket) // the password was not compared
    throw error
  })
  if (!isRight) return undefined
  // The spare bucket stays open: a second factor may still be owed, and the password asked for again.
  return { bucket, clear: (tx) => (isSpare ? limitsIn(tx).giveBack(bucket) : limitsIn(tx).clear(bucket)) }
}

/** For flows in which a transaction need not follow. */
export async function guardPassword(...args: Parameters<typeof countedPassword>): Promise<boolean> {
  const compared = await countedPassword(...args)
  await compared?.clear(args[0].store)
  return compared !== undefined
}

async function countAttempt(deps: Deps, { bucket, spare }: AttemptBuckets) {
  const { config, store, clock } = deps
  const [backoff, now] = [backoffOf(config.limits), clock.now()]
  const counted = await limitsIn(store).attempt(bucket, backoff, now)
  if (counted !== undefined) return { bucket: counted, isSpare: false }
  const other = spare?.()
  if (other !== undefined && (await limitsIn(store).attemptOpened(other, backoff, now))) return { bucket: other, isSpare: true }
  throw tooMany(deps, 'password', await limitsIn(store).blockedUntil(bucket), config.limits.passwordBackoffMax)
}

/** A proved mailbox ends the wait that others have caused, but says nothing about an authenticator app. */
export async function forgiveFailures(tx: Transaction, account: Account): Promise<void> {
  const { deps } = tx
  if (!deps.config.limits.enabled) return
  await limitsIn(tx).clear(addressBucket(deps, account.email))
  const current = await accountsIn(tx).find(account.id)
  if (current && !hasStrongGate(current)) {
    await limitsIn(tx).clear(secondFactorBucket(deps, account.id))
    await endRun(tx, deps, account.id)
  }
  await limitsIn(tx).open(resetBucket(tx, account), deps.clock.now() + RESET_MS)
}
