import { accountsIn } from '../../../gate/accounts/tables/accounts.ts'
import type { Deps } from '../../../gate/deps.ts'
import type { CodeLookup } from '../../../gate/pages/link-parts.tsx'
import { emailChangesIn, type Mailbox } from '../tables/email-changes.ts'
import { emailRevertsIn } from '../tables/email-reverts.ts'
import { confirmedOf, hashOfChangeCode, hashOfRevert, mailboxesOf, mailboxOf, refusalOf } from './change-code.ts'
import { revertRefusal } from './revert-email.ts'

export interface ChangeFacts {
  readonly accountId: string
  readonly oldEmail: string
  readonly newEmail: string
  readonly mailbox: Mailbox
  readonly isFirst: boolean
}

export async function lookAtChange(deps: Deps, typed: string): Promise<CodeLookup<ChangeFacts>> {
  const hashes = hashOfChangeCode(deps, typed)
  const change = await emailChangesIn(deps.store).findByCode(hashes)
  const account = change && (await accountsIn(deps.store).find(change.accountId))
  const refusal = refusalOf(change, account ?? { verifiedAt: undefined }, hashes, deps.clock.now())
  if (refusal || !change || !account) return { refusal: refusal ?? 'code_invalid' }
  const isFirst = mailboxesOf(change).length - confirmedOf(change).length > 1
  const addresses = { oldEmail: account.email, newEmail: change.newEmail }
  return { facts: { accountId: account.id, ...addresses, mailbox: mailboxOf(change, hashes), isFirst } }
}

export interface RevertFacts {
  readonly accountId: string
  readonly email: string
  readonly oldEmail: string
}

export async function lookAtRevert({ store, clock }: Deps, typed: string): Promise<CodeLookup<RevertFacts>> {
  const revert = await emailRevertsIn(store).find(hashOfRevert(typed))
  const account = revert && (await accountsIn(store).find(revert.accountId))
  const refusal = revertRefusal(revert, clock.now())
  if (refusal || !account) return { refusal: refusal ?? 'code_invalid' }
  return { facts: { accountId: account.id, email: account.email, oldEmail: revert.email } }
}
