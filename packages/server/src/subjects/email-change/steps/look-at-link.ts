import { accountsIn } from '../../../gate/accounts/tables/accounts.ts'
import type { Deps } from '../../../gate/deps.ts'
import { emailChangesIn, type Mailbox } from '../tables/email-changes.ts'
import { emailRevertsIn } from '../tables/email-reverts.ts'
import {
  type ChangeRefusal,
  confirmedOf,
  hashOfChangeCode,
  hashOfRevert,
  mailboxesOf,
  mailboxOf,
  refusalOf,
} from './change-code.ts'
import { revertRefusal } from './revert-email.ts'

/** What a code is about, to be told to its holder alone; or why it does nothing. Looking spends nothing. */
export type Looked<Facts> = { readonly refusal: ChangeRefusal } | { readonly facts: Facts }

export interface ChangeFacts {
  readonly accountId: string
  readonly oldEmail: string
  readonly newEmail: string
  /** To which the code was sent. */
  readonly mailbox: Mailbox
  /** The other mailbox has to confirm after this one. */
  readonly isFirst: boolean
}

export async function lookAtChange(deps: Deps, typed: string): Promise<Looked<ChangeFacts>> {
  const { store, clock } = deps
  const hashes = hashOfChangeCode(deps, typed)
  const change = await emailChangesIn(store).findByCode(hashes)
  const account = change && (await accountsIn(store).find(change.accountId))
  const refusal = refusalOf(change, account ?? { verifiedAt: undefined }, hashes, clock.now())
  if (refusal || !change || !account) return { refusal: refusal ?? 'code_invalid' }
  const isFirst = mailboxesOf(change).length - confirmedOf(change).length > 1
  const { newEmail } = change
  return {
    facts: { accountId: account.id, oldEmail: account.email, newEmail, mailbox: mailboxOf(change, hashes), isFirst },
  }
}

export interface RevertFacts {
  readonly accountId: string
  /** The address that the account has now. */
  readonly email: string
  /** And the one that it gets back. */
  readonly oldEmail: string
}

export async function lookAtRevert({ store, clock }: Deps, typed: string): Promise<Looked<RevertFacts>> {
  const revert = await emailRevertsIn(store).find(hashOfRevert(typed))
  const account = revert && (await accountsIn(store).find(revert.accountId))
  const refusal = revertRefusal(revert, clock.now())
  if (refusal || !account) return { refusal: refusal ?? 'code_invalid' }
  return { facts: { accountId: account.id, email: account.email, oldEmail: revert.email } }
}
