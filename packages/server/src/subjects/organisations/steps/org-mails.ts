import { setImmediate as nextTurn } from 'node:timers/promises'
import { accountsIn } from '../../../gate/accounts/tables/accounts.ts'
import { mayNotify } from '../../../gate/limits/stranger-mails.ts'
import { unlinked, writeMail } from '../../../gate/mails/write-mail.ts'
import type { Transaction } from '../../../gate/transaction.ts'
import type { MailKind } from '../../../platform/mail/mail-kinds.ts'
import { outboxIn } from '../../../platform/mail/tables/outbox.ts'
import type { OrgRole } from '../org-roles.ts'
import { orgMembersIn } from '../tables/org-members.ts'
import type { Organisation } from '../tables/organisations.ts'

type OrgNotice = Extract<MailKind, 'org-removed' | 'org-role-changed' | 'org-owners-changed' | 'org-deleted'>

/** The mail is written in the transaction that changes the membership. No setting switches it off. */
export async function tellMember(
  tx: Transaction,
  kind: OrgNotice,
  org: Organisation,
  accountId: string,
  role: OrgRole = 'member',
): Promise<void> {
  const account = await accountsIn(tx).find(accountId)
  if (!account || !(await mayNotify(tx, tx.deps, account))) return
  const values = { when: tx.deps.clock.now(), organisation: unlinked(org.name), role }
  await outboxIn(tx).add(writeMail(tx, kind, account, values))
}

/** Tells all owners and `others`, who were owners until now. There may be thousands, so other requests run in between. */
export async function tellOwners(tx: Transaction, kind: OrgNotice, org: Organisation, others: readonly string[] = []) {
  const owners = await orgMembersIn(tx).ownersOf(org.id)
  for (const id of new Set([...owners.map(({ accountId }) => accountId), ...others])) {
    await tellMember(tx, kind, org, id)
    await nextTurn()
  }
}
