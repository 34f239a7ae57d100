import { accountsIn } from '../../../gate/accounts/tables/accounts.ts'
import type { Context } from '../../../gate/deps.ts'
import { limitMails } from '../../../gate/limits/mail-limit.ts'
import { limitShare } from '../../../gate/limits/share-limits.ts'
import { limitForeign } from '../../../gate/limits/stranger-mails.ts'
import { unlinked } from '../../../gate/mails/write-mail.ts'
import { inTransaction, type Transaction } from '../../../gate/transaction.ts'
import { Failure } from '../../../platform/kernel/errors.ts'
import { isId, newId } from '../../../platform/kernel/ids.ts'
import { outboxIn } from '../../../platform/mail/tables/outbox.ts'
import type { Connection } from '../../../platform/store/table.ts'
import { deliverInvite, writeInviteMail } from '../../invites/index.ts'
import { mayGive, type OrgRole } from '../org-roles.ts'
import { type OrgInvite, orgInvitesIn } from '../tables/org-invites.ts'
import { orgMembersIn } from '../tables/org-members.ts'
import type { Organisation } from '../tables/organisations.ts'
import { type Entering, enterOrganisation } from './enter-organisation.ts'

type Inviting = Context & Entering

/** When the mail cannot be sent, there is no invite. */
export async function sendOrgInvite(call: Inviting, email: string, role: OrgRole): Promise<OrgInvite> {
  const invitedBy = call.caller.account.id
  const { invite, mail } = await inTransaction(call, async (tx) => {
    const { org, member } = await enterOrganisation(tx)
    if (!mayGive(member.role, role)) throw new Failure('org_forbidden')
    if (await isMember(tx, org.id, email)) throw new Failure('org_member_exists')
    const now = tx.deps.clock.now()
    const mail = inviteMail(call, org, { email, role })
    const { tokenHash, expiresAt } = mail
    const invite = { id: newId(now), orgId: org.id, email, role, tokenHash, invitedBy, createdAt: now, expiresAt }
    if (!(await orgInvitesIn(tx).add(invite))) throw new Failure('org_invite_exists')
    await requireRoomForInvite(tx, org)
    const metadata = { inviteId: invite.id, role }
    const event = await tx.record('org.invite.created', { actorId: invitedBy, orgId: org.id, metadata })
    const counts = await limitInvite(tx, org, email)
    await outboxIn(tx).add({ ...mail.row, traces: { counts, events: [], causes: [event] } })
    return { invite, mail }
  })
  await deliverInvite(call.deps, mail, (tx) => orgInvitesIn(tx).remove(invite.id))
  return { ...invite, acceptedAt: undefined, declinedAt: undefined, revokedAt: undefined }
}

/** The invite gets a new link, and the caller becomes its inviter. The old link stays good only if the mail cannot be sent. */
export async function sendOrgInviteAgain(call: Inviting, inviteId: string): Promise<OrgInvite> {
  const invitedBy = call.caller.account.id
  const { before, renewed, mail } = await inTransaction(call, async (tx) => {
    const { org, invite } = await lockGivable(tx, inviteId)
    const mail = inviteMail(call, org, invite)
    const renewed = { ...invite, tokenHash: mail.tokenHash, expiresAt: mail.expiresAt, invitedBy }
    await orgInvitesIn(tx).renew(invite.id, renewed)
    if (invite.expiresAt <= tx.deps.clock.now()) await requireRoomForInvite(tx, org)
    const event = await tx.record('org.invite.resent', { actorId: invitedBy, orgId: org.id, metadata: { inviteId } })
    const counts = await limitInvite(tx, org, invite.email)
    await outboxIn(tx).add({ ...mail.row, traces: { counts, events: [event] } })
    return { before: invite, renewed, mail }
  })
  await deliverInvite(call.deps, mail, async (tx) => {
    await orgInvitesIn(tx).undoRenewal(before, renewed.tokenHash)
    return true
  })
  return renewed
}

export const revokeOrgInvite = (call: Inviting, inviteId: string): Promise<void> =>
  inTransaction(call, async (tx) => {
    const { org, invite } = await lockGivable(tx, inviteId)
    await orgInvitesIn(tx).revoke(invite.id, tx.deps.clock.now())
    await tx.record('org.invite.revoked', { actorId: tx.caller.account.id, orgId: org.id, metadata: { inviteId } })
  })

/** Locks the organisation's row, and finds an open invite to a role that the caller may give. */
async function lockGivable(tx: Transaction<Inviting>, inviteId: string) {
  const { org, member } = await enterOrganisation(tx)
  const invite = isId(inviteId) ? await orgInvitesIn(tx).find(org.id, inviteId) : undefined
  if (!invite) throw new Failure('org_invite_not_found')
  if (!mayGive(member.role, invite.role)) throw new Failure('org_forbidden')
  if (invite.acceptedAt !== undefined) throw new Failure('org_invite_used')
  if (invite.declinedAt !== undefined || invite.revokedAt !== undefined) throw new Failure('org_invite_revoked')
  return { org, invite }
}

/** Checked after the invite was written, and counts it. The caller has locked the organisation's row. */
async function requireRoomForInvite(tx: Transaction, { id }: Organisation): Promise<void> {
  const pending = await orgInvitesIn(tx).countPending(id, tx.deps.clock.now())
  if (pending > tx.deps.config.organisations.maxPendingInvites) throw new Failure('org_invite_limit')
}

/** Limits what an organisation may send, and what all organisations, and all strangers, together may send to an address. */
const limitInvite = async (tx: Transaction, { id }: Organisation, email: string) => [
  ...(await limitShare(tx, tx.deps, 'org-invite', id)),
  ...(await limitMails(tx, tx.deps, 'org-invite', email)),
  ...(await limitForeign(tx, tx.deps, email)),
]

async function isMember(tx: Connection, orgId: string, email: string): Promise<boolean> {
  const account = await accountsIn(tx).findByEmail(email)
  return account !== undefined && (await orgMembersIn(tx).find(orgId, account.id)) !== undefined
}

function inviteMail(call: Inviting, org: Organisation, { email, role }: Pick<OrgInvite, 'email' | 'role'>) {
  const { language, name } = call.caller.account
  const values = { organisation: unlinked(org.name), inviter: unlinked(name), role }
  return writeInviteMail(call, 'org-invite', { email, language, lifetimeMs: call.deps.config.organisations.inviteTtl }, values)
}
