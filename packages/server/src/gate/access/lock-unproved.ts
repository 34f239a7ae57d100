import type { Connection } from '../../platform/store/table.ts'
import { lockMemberships } from '../../subjects/organisations/steps/unwind-memberships.ts'
import { accountsIn } from '../accounts/tables/accounts.ts'

const NONE: ReadonlySet<string> = new Set()

/**
 * Locks the organisations that a first proof of the mailbox may take an account out of, before its own row is held: all lock in
 * that order. Of an account whose mailbox was proved nothing is taken any more.
 */
export async function lockUnproved(tx: Connection, accountId: string): Promise<ReadonlySet<string>> {
  const account = await accountsIn(tx).find(accountId)
  return account && account.mailboxProvedAt === undefined ? lockMemberships(tx, accountId) : NONE
}
