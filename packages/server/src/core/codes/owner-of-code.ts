import type { CodePurpose } from '../../kernel/code-purposes.ts'
import type { Deps } from '../deps.ts'
import { hashOfCode } from './code-mail.ts'

/** The address of the account that a code belongs to. To be told to its holder alone, who has redeemed it. */
export const ownerOfCode = async (deps: Deps, purpose: CodePurpose, typed: string): Promise<string | undefined> =>
  (await lookAtCode(deps, purpose, typed)).email

/** How a code stands, and whose it is. Nothing is spent. To be told to its holder alone. */
export async function lookAtCode(deps: Deps, purpose: CodePurpose, typed: string) {
  const { state, accountId } = await deps.store.codes.look(hashOfCode(deps, purpose, typed), deps.clock.now())
  const email = accountId === undefined ? undefined : (await deps.store.accounts.find(accountId))?.email
  return { state, email }
}
