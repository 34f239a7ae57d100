import type { Context } from '../deps.ts'
import type { Transaction } from '../transaction.ts'
import type { SecondFactor } from './second-factors.ts'

export interface VerifiedFactor {
  readonly enrolledAt?: number
  /** In the transaction of the effect. False when the factor was spent or replaced meanwhile. */
  spend(tx: Transaction): Promise<boolean>
}

/** Guesses, browser bindings and spent challenges are the same for every kind of factor, and handled elsewhere. */
export interface Factor<Input> {
  readonly method: SecondFactor
  /** Undefined for a wrong input. The guess is counted before this call. */
  check(context: Context, accountId: string, input: Input): Promise<VerifiedFactor | undefined>
}
