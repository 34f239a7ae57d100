import { record } from '../../../gate/audit/audit.ts'
import type { Context } from '../../../gate/deps.ts'
import { limitMails } from '../../../gate/limits/mail-limit.ts'
import { deliverOwn } from '../../../gate/mails/own-mail.ts'
import { Failure } from '../../../platform/kernel/errors.ts'
import { outboxIn } from '../../../platform/mail/tables/outbox.ts'
import { type OrgInvite, orgInvitesIn } from '../tables/org-invites.ts'
import { capInvites } from './cap-invites.ts'
import type { Entering } from './enter-organisation.ts'
import { holdOwnInvite } from './hold-own-invite.ts'
import { writeOrgInviteMail } from './org-invite-mail.ts'
import { limitOrganisation } from './org-limits.ts'

type Inviting = Context & Entering

/** A new link for the same invite, by the one who sends it again; the old link dies. When the mail does not leave, it stays good. */
export async function sendOrgInviteAgain(call: Inviting, inviteId: string): Promise<OrgInvite> {
  const { deps, caller } = call
  const { account: inviter } = caller
  const { before, renewed, mailId } = await deps.store.transaction(async (tx) => {
    const { org, invite } = await holdOwnInvite(tx, call, inviteId)
    const { tokenHash, expiresAt, mail } = writeOrgInviteMail(call, org, invite, inviter)
    const renewed = { ...invite, tokenHash, expiresAt, invitedBy: inviter.id }
    await orgInvitesIn(tx).renew(invite.id, renewed)
    if (invite.expiresAt <= deps.clock.now()) await capInvites(tx, deps, org)
    const event = await record(tx, call, 'org.invite.resent', { actorId: inviter.id, orgId: org.id, metadata: { inviteId } })
    const counts = [
      ...(await limitOrganisation(tx, deps, 'org-invite', org.id)),
      ...(await limitMails(tx, deps, 'org-invite', invite.email)),
    ]
    await outboxIn(tx).add({ ...mail, traces: { counts, events: [event] } })
    return { before: invite, renewed, mailId: mail.id }
  })
  const isSent = await deliverOwn(deps, mailId, async (tx) => {
    await orgInvitesIn(tx).undoRenewal(before, renewed.tokenHash)
    return true
  })
  if (!isSent) throw new Failure('email_failed')
  return renewed
}
