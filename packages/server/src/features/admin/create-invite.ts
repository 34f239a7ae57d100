import { Type } from 'typebox'
import { record } from '../../core/audit.ts'
import { endpoint } from '../../core/deps.ts'
import { writeInviteMail } from '../../core/invite-mail.ts'
import { InviteView, inviteView } from '../../core/views.ts'
import { canonicalEmail } from '../../kernel/email-address.ts'
import { newId } from '../../kernel/ids.ts'

/** Mails an invite and answers for its delivery: when the mail does not leave, there is no invite. */
export const createInvite = endpoint({
  route: 'POST /admin/invites',
  summary: 'Invite an address',
  auth: 'admin',
  limit: 'general',
  body: Type.Object({ email: Type.String() }),
  reply: InviteView,
  status: 201,
  errors: ['method_disabled', 'invalid_email', 'email_already_exists', 'invite_already_exists', 'email_failed'],

  async handle({ body, caller, client, deps, fail }) {
    const { config, store, clock, outbox } = deps
    if (!config.registration.enableInvite) throw fail('method_disabled')
    const email = canonicalEmail(body.email)
    if (email === undefined) throw fail('invalid_email')
    if (await store.accounts.findByEmail(email)) throw fail('email_already_exists')
    const { tokenHash, expiresAt, mail } = writeInviteMail(deps, email)
    const createdAt = clock.now()
    const invite = { id: newId(createdAt), email, tokenHash, createdBy: caller.account.id, createdAt, expiresAt }

    await store.transaction(async (tx) => {
      if (!(await tx.invites.add(invite))) throw fail('invite_already_exists')
      await tx.outbox.add(mail)
      await record(tx, { deps, client }, 'invite.created', { actorId: caller.account.id, metadata: { inviteId: invite.id } })
    })
    if (!(await outbox.deliverOwn(mail.id))) {
      await store.invites.remove(invite.id)
      throw fail('email_failed')
    }
    return inviteView({ ...invite, acceptedAt: undefined, revokedAt: undefined }, createdAt)
  },
})
