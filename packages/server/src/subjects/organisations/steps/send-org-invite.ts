import { accountsIn } from '../../../gate/accounts/tables/accounts.ts'
import { record } from '../../../gate/audit/audit.ts'
import type { Context } from '../../../gate/deps.ts'
import { limitMails } from '../../../gate/limits/mail-limit.ts'
import { deliverOwn } from '../../../gate/mails/own-mail.ts'
import { Failure } from '../../../platform/kernel/errors.ts'
import { newId } from '../../../platform/kernel/ids.ts'
import { outboxIn } from '../../../platform/mail/tables/outbox.ts'
import type { Connection } from '../../../platform/store/table.ts'
import { mayGive, type OrgRole } from '../org-roles.ts'
import { type OrgInvite, orgInvitesIn } from '../tables/org-invites.ts'
import { orgMembersIn } from '../tables/org-members.ts'
import { capInvites } from './cap-invites.ts'
import { type Entering, enterOrganisation } from './enter-organisation.ts'
import { writeOrgInviteMail } from './org-invite-mail.ts'
import { limitOrganisation } from './org-limits.ts'

type Inviting = Context & Entering

/** Mails an invite and answers for its delivery: when the mail does not leave, there is no invite. */
export async function sendOrgInvite(call: Inviting, email: string, role: OrgRole): Promise<OrgInvite> {
  const { deps, caller } = call
  const { store, clock } = deps
  const { account: inviter } = caller
  const { invite, mailId } = await store.transaction(async (tx) => {
    const { org, member } = await enterOrganisation(tx, call)
    if (!mayGive(member.role, role)) throw new Failure('org_forbidden')
    if (await isMember(tx, org.id, email)) throw new Failure('org_member_exists')
    const now = clock.now()
    const { tokenHash, expiresAt, mail } = writeOrgInviteMail(call, org, { email, role }, inviter)
    const added = { id: newId(now), orgId: org.id, email, role, tokenHash, invitedBy: inviter.id, createdAt: now, expiresAt }
    if (!(await orgInvitesIn(tx).add(added))) throw new Failure('org_invite_exists')
    await capInvites(tx, deps, org)
    const about = { actorId: inviter.id, orgId: org.id, metadata: { inviteId: added.id, role } }
    const event = await record(tx, call, 'org.invite.created', about)
    const counts = [
      ...(await limitOrganisation(tx, deps, 'org-invite', org.id)),
      ...(await limitMails(tx, deps, 'org-invite', email)),
    ]
    await outboxIn(tx).add({ ...mail, traces: { counts, events: [], causes: [event] } })
    return { invite: added, mailId: mail.id }
  })
  if (!(await deliverOwn(deps, mailId, (tx) => orgInvitesIn(tx).remove(invite.id)))) throw new Failure('email_failed')
  return { ...invite, acceptedAt: undefined, declinedAt: undefined, revokedAt: undefined }
}

async function isMember(tx: Connection, orgId: string, email: string): Promise<boolean> {
  const account = await accountsIn(tx).findByEmail(email)
  return account !== undefined && (await orgMembersIn(tx).find(orgId, account.id)) !== undefined
}
