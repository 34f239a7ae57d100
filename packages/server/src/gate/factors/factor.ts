import type { Context } from '../deps.ts'
import type { Transaction } from '../transaction.ts'
import type { SecondFactor } from './second-factors.ts'

/** A factor that was shown and found right. */
export interface VerifiedFactor {
  /** Since when the account has it; undefined for what is not enrolled. */
  readonly enrolledAt?: number
  /** Spends it, in the transaction of its effect. False when it was spent or replaced meanwhile. */
  spend(tx: Transaction): Promise<boolean>
}

/**
 * One kind of second factor. Counting guesses, tying a challenge to a browser and spending it are the same for every kind, and are
 * done where challenges and sessions are.
 */
export interface Factor<Given> {
  readonly method: SecondFactor
  /** Undefined when it is not the right one. The guess is counted by the time this is asked. */
  check(context: Context, accountId: string, given: Given): Promise<VerifiedFactor | undefined>
}
