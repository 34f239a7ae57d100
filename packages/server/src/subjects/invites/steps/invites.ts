import type { Inviter } from '../../../gate/access/actor.ts'
import { type Acting, lockActor } from '../../../gate/access/lock-actor.ts'
import { accountAddressesIn } from '../../../gate/accounts/tables/account-addresses.ts'
import { inviteStatus } from '../../../gate/accounts/tables/invite-table.ts'
import { record } from '../../../gate/audit/audit.ts'
import type { Context, Deps } from '../../../gate/deps.ts'
import { limitMails } from '../../../gate/limits/mail-limit.ts'
import { inTransaction } from '../../../gate/transaction.ts'
import { Failure } from '../../../platform/kernel/errors.ts'
import { newId } from '../../../platform/kernel/ids.ts'
import { DEFAULT_LANGUAGE } from '../../../platform/kernel/language.ts'
import { outboxIn } from '../../../platform/mail/tables/outbox.ts'
import { type Invite, invitesIn } from '../tables/invites.ts'
import { deliverInvite, hashOfInvite, writeInviteMail } from './invite-mail.ts'

export const INVITE_REFUSALS = { accepted: 'invite_already_used', revoked: 'invite_revoked', expired: 'invite_expired' } as const

type Refusal = (typeof INVITE_REFUSALS)[keyof typeof INVITE_REFUSALS]

/** Changes nothing, so that a mail scanner which opens the link does not spend the invite. */
export async function findPendingInvite(
  { store, clock }: Deps,
  token: string,
  refusals: Readonly<Record<keyof typeof INVITE_REFUSALS, Refusal>> = INVITE_REFUSALS,
): Promise<Invite> {
  const invite = await invitesIn(store).findByToken(hashOfInvite('invite', token))
  if (!invite) throw new Failure('invite_not_found')
  const status = inviteStatus(invite, clock.now())
  if (status !== 'pending') throw new Failure(refusals[status])
  return invite
}

const inviteMail = (context: Context, email: string, inviter: Inviter) =>
  writeInviteMail(context, 'invite', {
    email,
    language: inviter?.language ?? DEFAULT_LANGUAGE,
    lifetimeMs: context.deps.config.registration.inviteTtl,
  })

/** A mail that cannot be sent leaves no invite behind. */
export async function sendInvite(context: Context & Acting, email: string, inviter: Inviter): Promise<Invite> {
  const { deps } = context
  const createdAt = deps.clock.now()
  if (await accountAddressesIn(deps.store).isTaken(email, createdAt)) throw new Failure('email_already_exists')
  const mail = inviteMail(context, email, inviter)
  const { tokenHash, expiresAt } = mail
  const invite = { id: newId(createdAt), email, tokenHash, createdBy: inviter?.id, createdAt, expiresAt }

  await inTransaction(context, async (tx) => {
    await lockActor(tx)
    if (!(await invitesIn(tx).add(invite))) throw new Failure('invite_already_exists')
    const counts = await limitMails(tx, deps, 'invite', email)
    const event = await tx.record('invite.created', { actorId: inviter?.id, metadata: { inviteId: invite.id } })
    await outboxIn(tx).add({ ...mail.row, traces: { counts, events: [], causes: [event] } })
  })
  await deliverInvite(deps, mail, (tx) => invitesIn(tx).remove(invite.id))
  return { ...invite, acceptedAt: undefined, revokedAt: undefined }
}

/** The new link replaces the old one; if the mail cannot be sent, the old link stays good. */
export async function sendInviteAgain(context: Context & Acting, invite: Invite, inviter: Inviter): Promise<Invite> {
  const { deps } = context
  const status = inviteStatus(invite, deps.clock.now())
  if (status === 'accepted' || status === 'revoked') throw new Failure(INVITE_REFUSALS[status])
  const mail = inviteMail(context, invite.email, inviter)
  const { tokenHash, expiresAt } = mail

  await inTransaction(context, async (tx) => {
    await lockActor(tx)
    if (!(await invitesIn(tx).renew(invite.id, tokenHash, expiresAt)))
      throw new Failure(endOf(await invitesIn(tx).find(invite.id)))
    const counts = await limitMails(tx, deps, 'invite', invite.email)
    const event = await tx.record('invite.resent', { actorId: inviter?.id, metadata: { inviteId: invite.id } })
    await outboxIn(tx).add({ ...mail.row, traces: { counts, events: [event] } })
  })
  await deliverInvite(deps, mail, async (tx) => {
    await invitesIn(tx).undoRenewal(invite, tokenHash)
    return true
  })
  return { ...invite, tokenHash, expiresAt }
}

type RevokeContext = Acting & { readonly deps: Pick<Deps, 'store' | 'clock'>; readonly client: Context['client'] }

export async function withdrawInvite(context: RevokeContext, id: string, actorId: string | undefined): Promise<void> {
  const { store, clock } = context.deps
  await store.transaction(async (tx) => {
    await lockActor({ ...tx, ...context })
    if (!(await invitesIn(tx).revoke(id, clock.now()))) {
      const invite = await invitesIn(tx).find(id)
      throw new Failure(invite ? endOf(invite) : 'invite_not_found')
    }
    await record(tx, context, 'invite.revoked', { actorId, metadata: { inviteId: id } })
  })
}

/** An invite that is gone meanwhile counts as used. */
const endOf = (invite: Invite | undefined) =>
  invite?.revokedAt === undefined ? INVITE_REFUSALS.accepted : INVITE_REFUSALS.revoked
