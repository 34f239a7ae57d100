import type { CodePurpose } from '../../kernel/code-purposes.ts'
import type { Deps } from '../deps.ts'
import { hashOfCode } from './code-mail.ts'

/** The address of the account that a code belongs to. To be told to its holder alone, who has redeemed it. */
export async function ownerOfCode(deps: Deps, purpose: CodePurpose, typed: string): Promise<string | undefined> {
  const { accountId } = await deps.store.codes.look(hashOfCode(deps, purpose, typed), deps.clock.now())
  return accountId === undefined ? undefined : (await deps.store.accounts.find(accountId))?.email
}
