import { accountAddressesIn } from '../../../gate/accounts/tables/account-addresses.ts'
import { record } from '../../../gate/audit/audit.ts'
import type { Context } from '../../../gate/deps.ts'
import { limitMails } from '../../../gate/limits/mail-limit.ts'
import { deliverOwn } from '../../../gate/mails/own-mail.ts'
import { newId } from '../../../platform/kernel/ids.ts'
import { outboxIn } from '../../../platform/mail/tables/outbox.ts'
import { type Invite, invitesIn } from '../tables/invites.ts'
import { type Inviter, writeInviteMail } from './invite-mail.ts'

type Refused = { readonly refusal: 'email_already_exists' | 'invite_already_exists' | 'email_failed' }

/**
 * Mails an invite and answers for its delivery: when the mail does not leave, there is no invite. It has no maker
 * when it comes from the command line.
 */
export async function sendInvite(context: Context, email: string, inviter: Inviter): Promise<Invite | Refused> {
  const { store, clock } = context.deps
  if (await accountAddressesIn(store).isTaken(email, clock.now())) return { refusal: 'email_already_exists' }
  const { tokenHash, expiresAt, mail } = writeInviteMail(context, email, inviter)
  const createdAt = clock.now()
  const createdBy = inviter?.id
  const invite = { id: newId(createdAt), email, tokenHash, createdBy, createdAt, expiresAt }

  const isAdded = await store.transaction(async (tx) => {
    if (!(await invitesIn(tx).add(invite))) return false
    const counts = await limitMails(tx, context.deps, 'invite', email)
    const event = await record(tx, context, 'invite.created', { actorId: createdBy, metadata: { inviteId: invite.id } })
    await outboxIn(tx).add({ ...mail, traces: { counts, events: [], causes: [event] } })
    return true
  })
  if (!isAdded) return { refusal: 'invite_already_exists' }
  const isSent = await deliverOwn(context.deps, mail.id, (tx) => invitesIn(tx).remove(invite.id))
  if (!isSent) return { refusal: 'email_failed' }
  return { ...invite, acceptedAt: undefined, revokedAt: undefined }
}
