import type { CodeHashes } from '../../platform/kernel/codes.ts'
import { accountsIn } from '../accounts/tables/accounts.ts'
import type { Deps } from '../deps.ts'
import { hashOfCode } from './code-mail.ts'
import type { CodePurpose } from './code-purposes.ts'
import { wasMailedTo } from './mailed-to.ts'
import { codesIn } from './tables/codes.ts'

/** The address of the account that a code belongs to. To be told to its holder alone, who has redeemed it. */
export const ownerOfCode = async (deps: Deps, purpose: CodePurpose, typed: string): Promise<string | undefined> =>
  (await lookAtCode(deps, purpose, typed)).email

/** How a code stands, and whose it is. Nothing is spent. To be told to its holder alone. */
export async function lookAtCode(deps: Deps, purpose: CodePurpose, typed: string) {
  const { state, account } = await accountOfCode(deps, hashOfCode(deps, purpose, typed))
  return { state, email: account?.email }
}

/** The same. One that was mailed to another address than the account has by now is as good as unknown. */
export async function accountOfCode({ store, clock }: Deps, hashes: CodeHashes) {
  const { state, accountId, mailed } = await codesIn(store).look(hashes, clock.now())
  const account = accountId === undefined ? undefined : await accountsIn(store).find(accountId)
  if (account && mailed && !wasMailedTo(account.email, mailed)) return { state: 'unknown', account: undefined } as const
  return { state, account }
}
