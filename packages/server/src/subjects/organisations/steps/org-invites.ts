import { accountsIn } from '../../../gate/accounts/tables/accounts.ts'
import type { Context, Deps } from '../../../gate/deps.ts'
import { limitMails } from '../../../gate/limits/mail-limit.ts'
import { limitShare } from '../../../gate/limits/share-limits.ts'
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

/** Mails an invite and answers for its delivery: when the mail does not leave, there is no invite. */
export async function sendOrgInvite(call: Inviting, email: string, role: OrgRole): Promise<OrgInvite> {
  const { deps, caller } = call
  const { clock } = deps
  const invitedBy = caller.account.id
  const { invite, mail } = await inTransaction(call, async (tx) => {
    const { org, member } = await enterOrganisation(tx, call)
    if (!mayGive(member.role, role)) throw new Failure('org_forbidden')
    if (await isMember(tx, org.id, email)) throw new Failure('org_member_exists')
    const now = clock.now()
    const mail = inviteMail(call, org, { email, role })
    const { tokenHash, expiresAt } = mail
    const invite = { id: newId(now), orgId: org.id, email, role, tokenHash, invitedBy, createdAt: now, expiresAt }
    if (!(await orgInvitesIn(tx).add(invite))) throw new Failure('org_invite_exists')
    await requireRoomForInvite(tx, deps, org)
    const about = { actorId: invitedBy, orgId: org.id, metadata: { inviteId: invite.id, role } }
    const event = await tx.record('org.invite.created', about)
    const counts = await limitInvite(tx, deps, org, email)
    await outboxIn(tx).add({ ...mail.row, traces: { counts, events: [], causes: [event] } })
    return { invite, mail }
  })
  await deliverInvite(deps, mail, (tx) => orgInvitesIn(tx).remove(invite.id))
  return { ...invite, acceptedAt: undefined, declinedAt: undefined, revokedAt: undefined }
}

/** A new link for the same invite, by the one who sends it again; the old link dies. When the mail does not leave, it stays good. */
export async function sendOrgInviteAgain(call: Inviting, inviteId: string): Promise<OrgInvite> {
  const { deps, caller } = call
  const invitedBy = caller.account.id
  const { before, renewed, mail } = await inTransaction(call, async (tx) => {
    const { org, invite } = await holdGivable(tx, inviteId)
    const mail = inviteMail(call, org, invite)
    const { tokenHash, expiresAt } = mail
    const renewed = { ...invite, tokenHash, expiresAt, invitedBy }
    await orgInvitesIn(tx).renew(invite.id, renewed)
    if (invite.expiresAt <= deps.clock.now()) await requireRoomForInvite(tx, deps, org)
    const event = await tx.record('org.invite.resent', { actorId: invitedBy, orgId: org.id, metadata: { inviteId } })
    const counts = await limitInvite(tx, deps, org, invite.email)
    await outboxIn(tx).add({ ...mail.row, traces: { counts, events: [event] } })
    return { before: invite, renewed, mail }
  })
  await deliverInvite(deps, mail, async (tx) => {
    await orgInvitesIn(tx).undoRenewal(before, renewed.tokenHash)
    return true
  })
  return renewed
}

/** Ends an open invite of the caller's organisation. */
export async function revokeOrgInvite(call: Inviting, inviteId: string): Promise<void> {
  const { deps, caller } = call
  await inTransaction(call, async (tx) => {
    const { org, invite } = await holdGivable(tx, inviteId)
    await orgInvitesIn(tx).revoke(invite.id, deps.clock.now())
    await tx.record('org.invite.revoked', { actorId: caller.account.id, orgId: org.id, metadata: { inviteId } })
  })
}

/** An open invite of the caller's organisation that the caller could have given, with the organisation's row locked. */
async function holdGivable(tx: Transaction<Inviting>, inviteId: string) {
  const { org, member } = await enterOrganisation(tx, tx)
  const invite = isId(inviteId) ? await orgInvitesIn(tx).find(org.id, inviteId) : undefined
  if (!invite) throw new Failure('org_invite_not_found')
  if (!mayGive(member.role, invite.role)) throw new Failure('org_forbidden')
  if (invite.acceptedAt !== undefined) throw new Failure('org_invite_used')
  if (invite.declinedAt !== undefined || invite.revokedAt !== undefined) throw new Failure('org_invite_revoked')
  return { org, invite }
}

/** Fails where an invite that was just written, or has come to life again, is one too many. The caller holds the organisation's row. */
async function requireRoomForInvite(tx: Connection, { config, clock }: Deps, { id }: Organisation): Promise<void> {
  const pending = await orgInvitesIn(tx).countPending(id, clock.now())
  if (pending > config.organisations.maxPendingInvites) throw new Failure('org_invite_limit')
}

/** What the organisation may send, and what the address is sent by all of them. */
const limitInvite = async (tx: Connection, deps: Deps, { id }: Organisation, email: string) => [
  ...(await limitShare(tx, deps, 'org-invite', id)),
  ...(await limitMails(tx, deps, 'org-invite', email)),
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
