import type { Tables } from '../../store/store.ts'
import type { Account } from '../../store/tables/accounts.ts'
import type { Challenge } from '../../store/tables/challenges.ts'
import type { Context, Deps } from '../deps.ts'

/**
 * One kind of second factor: what is asked for, and whether it was shown. Counting guesses, tying a challenge to a browser and
 * spending it are the same for every kind, and are done where challenges are opened and verified.
 */
export interface Factor<Begun> {
  readonly kind: string
  /** Inside the transaction of the gate, which holds the account's row. `causes` are events that go when this cannot begin after all. */
  begin(tx: Tables, context: Context, account: Account, causes: readonly string[]): Promise<Begun>
  /** The guess is counted by the time this is asked. */
  check(deps: Deps, challenge: Pick<Challenge, 'id' | 'codeHash'>, typed: string): boolean
}
