import { newId } from '../kernel/ids.ts'
import type { Invite } from '../store/tables/invites.ts'
import { record } from './audit.ts'
import type { Context } from './deps.ts'
import { writeInviteMail } from './invite-mail.ts'
import { limitMails } from './mail-limit.ts'

type Refused = { readonly refusal: 'email_already_exists' | 'invite_already_exists' | 'email_failed' }

/**
 * Mails an invite and answers for its delivery: when the mail does not leave, there is no invite. Nobody is named as
 * its maker when it comes from the command line.
 */
export async function sendInvite(context: Context, email: string, createdBy: string | undefined): Promise<Invite | Refused> {
  const { store, clock, outbox } = context.deps
  if (await store.accounts.findByEmail(email)) return { refusal: 'email_already_exists' }
  const { tokenHash, expiresAt, mail } = writeInviteMail(context.deps, email)
  const createdAt = clock.now()
  const invite = { id: newId(createdAt), email, tokenHash, createdBy, createdAt, expiresAt }

  const isAdded = await store.transaction(async (tx) => {
    if (!(await tx.invites.add(invite))) return false
    await limitMails(tx, context.deps, 'invite', email)
    await tx.outbox.add(mail)
    await record(tx, context, 'invite.created', { actorId: createdBy, metadata: { inviteId: invite.id } })
    return true
  })
  if (!isAdded) return { refusal: 'invite_already_exists' }
  if (!(await outbox.deliverOwn(mail.id))) {
    await store.invites.remove(invite.id)
    return { refusal: 'email_failed' }
  }
  return { ...invite, acceptedAt: undefined, revokedAt: undefined }
}
