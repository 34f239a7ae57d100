import { record } from '../../core/audit.ts'
import { endpoint } from '../../core/deps.ts'
import { inviteStatus, writeInviteMail } from '../../core/invite-mail.ts'
import { InviteView, inviteView, Message } from '../../core/views.ts'
import { isId } from '../../kernel/ids.ts'

const REFUSALS = { accepted: 'invite_already_used', revoked: 'invite_revoked' } as const

export const revokeInvite = endpoint({
  route: 'DELETE /admin/invites/{id}',
  summary: 'Withdraw an invite',
  auth: 'admin',
  limit: 'general',
  reply: Message,
  errors: ['method_disabled', 'invite_not_found', 'invite_already_used', 'invite_revoked'],

  async handle({ params, caller, client, deps, fail }) {
    if (!deps.config.registration.enableInvite) throw fail('method_disabled')
    if (!isId(params.id)) throw fail('invite_not_found')
    await deps.store.transaction(async (tx) => {
      const now = deps.clock.now()
      if (!(await tx.invites.revoke(params.id, now))) {
        const invite = await tx.invites.find(params.id)
        throw fail(invite?.acceptedAt !== undefined ? 'invite_already_used' : invite ? 'invite_revoked' : 'invite_not_found')
      }
      await record(tx, { deps, client }, 'invite.revoked', { actorId: caller.account.id, metadata: { inviteId: params.id } })
    })
    return { message: 'The invite was withdrawn.' }
  },
})

/** A new link for the same invite; the old one dies. When the mail does not leave, the old one stays good. */
export const resendInvite = endpoint({
  route: 'POST /admin/invites/{id}/resend',
  summary: 'Mail an invite again, with a new link',
  auth: 'admin',
  limit: 'general',
  reply: InviteView,
  errors: ['method_disabled', 'invite_not_found', 'invite_already_used', 'invite_revoked', 'email_failed'],

  async handle({ params, caller, client, deps, fail }) {
    const { config, store, clock, outbox } = deps
    if (!config.registration.enableInvite) throw fail('method_disabled')
    const invite = isId(params.id) ? await store.invites.find(params.id) : undefined
    if (!invite) throw fail('invite_not_found')
    const status = inviteStatus(invite, clock.now())
    if (status === 'accepted' || status === 'revoked') throw fail(REFUSALS[status])
    const { tokenHash, expiresAt, mail } = writeInviteMail(deps, invite.email)

    await store.transaction(async (tx) => {
      if (!(await tx.invites.renew(invite.id, tokenHash, expiresAt))) throw fail('invite_already_used')
      await tx.outbox.add(mail)
      await record(tx, { deps, client }, 'invite.resent', { actorId: caller.account.id, metadata: { inviteId: invite.id } })
    })
    if (!(await outbox.deliverOwn(mail.id))) {
      await store.invites.renew(invite.id, invite.tokenHash, invite.expiresAt)
      throw fail('email_failed')
    }
    return inviteView({ ...invite, tokenHash, expiresAt }, clock.now())
  },
})
