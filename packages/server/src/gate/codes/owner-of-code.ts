import { type CodeHashes, isHashOf } from '../../platform/kernel/codes.ts'
import { accountsIn } from '../accounts/tables/accounts.ts'
import type { Deps } from '../deps.ts'
import { hashOfCode, hashOfCountedCode, wasMailedTo } from './code-mail.ts'
import type { BarePurpose, CountedPurpose } from './tables/codes.ts'
import { codesIn } from './tables/codes.ts'

/** Tell the address only to the holder of the code, who has redeemed it. */
export const ownerOfCode = async (deps: Deps, purpose: BarePurpose, typed: string): Promise<string | undefined> =>
  (await lookAtCode(deps, purpose, typed)).email

/** Does not spend the code. Tell only its holder. */
export async function lookAtCode(deps: Deps, purpose: BarePurpose, typed: string) {
  const { state, account } = await accountOfCode(deps, hashOfCode(deps, purpose, typed))
  return { state, email: account?.email }
}

/** The same for a code that is short, so that looking is a guess, and counted unless it is right. */
export async function lookAtCountedCode(deps: Deps, purpose: CountedPurpose, typed: string, accountId: string) {
  const hashes = hashOfCountedCode(deps, purpose, typed, accountId)
  const counted = await codesIn(deps.store).guess(purpose, accountId, deps.clock.now())
  const isRight = counted !== undefined && isHashOf(hashes, counted.hash)
  if (isRight) await codesIn(deps.store).giveBack(counted.id)
  const { state, account } = await accountOfCode(deps, hashes)
  return { state: state === 'live' && !isRight ? 'unknown' : state, email: isRight ? account?.email : undefined } as const
}

/** A code that was mailed to an address which the account no longer has is unknown. */
export async function accountOfCode({ store, clock }: Deps, hashes: CodeHashes) {
  const { state, accountId, mailed } = await codesIn(store).look(hashes, clock.now())
  const account = accountId === undefined ? undefined : await accountsIn(store).find(accountId)
  if (account && mailed && !wasMailedTo(account.email, mailed)) return { state: 'unknown', account: undefined } as const
  return { state, account }
}
