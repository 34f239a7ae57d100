import { actorOf, inviterOf } from '../../../gate/access/actor.ts'
import { endpoint } from '../../../gate/deps.ts'
import { Message } from '../../../gate/views/message.ts'
import { isId } from '../../../platform/kernel/ids.ts'
import { sendInviteAgain } from '../steps/send-invite-again.ts'
import { withdrawInvite } from '../steps/withdraw-invite.ts'
import { invitesIn } from '../tables/invites.ts'
import { InviteView, inviteView } from '../views/invite-view.ts'

export const revokeInvite = endpoint({
  route: 'DELETE /admin/invites/{id}',
  params: { id: 'The invite.' },
  summary: 'Withdraw an invite',
  auth: 'admin',
  scope: 'invites:write',
  limit: 'general',
  reply: Message,
  errors: ['method_disabled', 'invite_not_found', 'invite_already_used', 'invite_revoked'],

  async handle(call) {
    const { params, caller, deps, fail } = call
    if (!deps.config.registration.enableInvite) throw fail('method_disabled')
    if (!isId(params.id)) throw fail('invite_not_found')
    const { refusal } = await withdrawInvite(call, params.id, actorOf(caller))
    if (refusal) throw fail(refusal)
    return { message: 'The invite was withdrawn.' }
  },
})

export const resendInvite = endpoint({
  route: 'POST /admin/invites/{id}/resend',
  params: { id: 'The invite.' },
  summary: 'Mail an invite again, with a new link',
  auth: 'admin',
  scope: 'invites:write',
  limit: 'general',
  reply: InviteView,
  errors: ['method_disabled', 'invite_not_found', 'invite_already_used', 'invite_revoked', 'email_failed'],

  async handle(call) {
    const { params, caller, deps, fail } = call
    if (!deps.config.registration.enableInvite) throw fail('method_disabled')
    const invite = isId(params.id) ? await invitesIn(deps.store).find(params.id) : undefined
    if (!invite) throw fail('invite_not_found')
    const renewed = await sendInviteAgain(call, invite, inviterOf(caller))
    if ('refusal' in renewed) throw fail(renewed.refusal)
    return inviteView(renewed, deps.clock.now())
  },
})
