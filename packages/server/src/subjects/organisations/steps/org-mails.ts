import { setImmediate as nextTurn } from 'node:timers/promises'
import { accountsIn } from '../../../gate/accounts/tables/accounts.ts'
import { unlinked, writeMail } from '../../../gate/mails/write-mail.ts'
import type { Transaction } from '../../../gate/transaction.ts'
import type { MailKind } from '../../../platform/mail/mail-kinds.ts'
import { outboxIn } from '../../../platform/mail/tables/outbox.ts'
import type { OrgRole } from '../org-roles.ts'
import { orgMembersIn } from '../tables/org-members.ts'
import type { Organisation } from '../tables/organisations.ts'

type OrgNotice = Extract<MailKind, 'org-removed' | 'org-role-changed' | 'org-owners-changed' | 'org-deleted'>

/** Tells one member what has become of their membership, in the transaction that changes it. Nothing switches this off. */
export async function tellMember(
  tx: Transaction,
  kind: OrgNotice,
  org: Organisation,
  accountId: string,
  { role = 'member' }: { readonly role?: OrgRole } = {},
): Promise<void> {
  const account = await accountsIn(tx).find(accountId)
  if (!account) return
  const values = { when: tx.deps.clock.now(), organisation: unlinked(org.name), role }
  await outboxIn(tx).add(writeMail(tx, kind, account, values))
}

/** Tells all owners, and those who have just ceased to be one. There may be thousands: others have their turn between any two. */
export async function tellOwners(
  tx: Transaction,
  kind: OrgNotice,
  org: Organisation,
  others: readonly string[] = [],
): Promise<void> {
  const owners = await orgMembersIn(tx).ownersOf(org.id)
  for (const id of new Set([...owners.map(({ accountId }) => accountId), ...others])) {
    await tellMember(tx, kind, org, id)
    await nextTurn()
  }
}
