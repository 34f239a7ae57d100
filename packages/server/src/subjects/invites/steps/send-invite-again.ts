import { record } from '../../../gate/audit/audit.ts'
import type { Context } from '../../../gate/deps.ts'
import { limitMails } from '../../../gate/limits/mail-limit.ts'
import { deliverOwn } from '../../../gate/mails/own-mail.ts'
import { outboxIn } from '../../../platform/mail/tables/outbox.ts'
import { type Invite, invitesIn } from '../tables/invites.ts'
import { type Inviter, inviteStatus, writeInviteMail } from './invite-mail.ts'

const REFUSALS = { accepted: 'invite_already_used', revoked: 'invite_revoked' } as const

type Refused = { readonly refusal: (typeof REFUSALS)[keyof typeof REFUSALS] | 'email_failed' }

/** A new link for the same invite; the old one dies. When the mail does not leave, the old one stays good. */
export async function sendInviteAgain(context: Context, invite: Invite, inviter: Inviter): Promise<Invite | Refused> {
  const { store, clock } = context.deps
  const status = inviteStatus(invite, clock.now())
  if (status === 'accepted' || status === 'revoked') return { refusal: REFUSALS[status] }
  const { tokenHash, expiresAt, mail } = writeInviteMail(context, invite.email, inviter)

  const isRenewed = await store.transaction(async (tx) => {
    if (!(await invitesIn(tx).renew(invite.id, tokenHash, expiresAt))) return false
    const counts = await limitMails(tx, context.deps, 'invite', invite.email)
    const event = await record(tx, context, 'invite.resent', { actorId: inviter?.id, metadata: { inviteId: invite.id } })
    await outboxIn(tx).add({ ...mail, traces: { counts, events: [event] } })
    return true
  })
  if (!isRenewed) {
    const current = await invitesIn(store).find(invite.id)
    return { refusal: current?.revokedAt === undefined ? REFUSALS.accepted : REFUSALS.revoked }
  }
  const isSent = await deliverOwn(context.deps, mail.id, async (tx) => {
    await invitesIn(tx).undoRenewal(invite, tokenHash)
    return true
  })
  if (!isSent) return { refusal: 'email_failed' }
  return { ...invite, tokenHash, expiresAt }
}
