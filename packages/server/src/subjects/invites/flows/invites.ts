import { Type } from 'typebox'
import { actorOf, inviterOf } from '../../../gate/access/actor.ts'
import { endpoint } from '../../../gate/deps.ts'
import { Message } from '../../../gate/views/fields.ts'
import { addressField } from '../../../gate/views/input-fields.ts'
import { canonicalEmail } from '../../../platform/kernel/email-address.ts'
import { isId } from '../../../platform/kernel/ids.ts'
import { sendInvite, sendInviteAgain, withdrawInvite } from '../steps/invites.ts'
import { invitesIn } from '../tables/invites.ts'
import { InviteView, inviteView } from '../views/invite-view.ts'

const shared = { auth: 'admin', scope: 'invites:write', limit: 'general' } as const

export const revokeInvite = endpoint({
  ...shared,
  route: 'DELETE /admin/invites/{id}',
  params: { id: 'The invite.' },
  summary: 'Withdraw an invite',
  reply: Message,
  errors: ['method_disabled', 'invite_not_found', 'invite_already_used', 'invite_revoked'],

  async handle(call) {
    const { params, caller, deps, fail } = call
    if (!deps.config.registration.enableInvite) throw fail('method_disabled')
    if (!isId(params.id)) throw fail('invite_not_found')
    await withdrawInvite(call, params.id, actorOf(caller))
    return { message: 'The invite was withdrawn.' }
  },
})

export const resendInvite = endpoint({
  ...shared,
  route: 'POST /admin/invites/{id}/resend',
  params: { id: 'The invite.' },
  summary: 'Mail an invite again, with a new link',
  reply: InviteView,
  errors: ['method_disabled', 'invite_not_found', 'invite_already_used', 'invite_revoked', 'email_failed'],

  async handle(call) {
    const { params, caller, deps, fail } = call
    if (!deps.config.registration.enableInvite) throw fail('method_disabled')
    const invite = isId(params.id) ? await invitesIn(deps.store).find(params.id) : undefined
    if (!invite) throw fail('invite_not_found')
    return inviteView(await sendInviteAgain(call, invite, inviterOf(caller)), deps.clock.now())
  },
})

export const createInvite = endpoint({
  ...shared,
  route: 'POST /admin/invites',
  summary: 'Invite an address',
  body: Type.Object({ email: addressField }),
  reply: InviteView,
  status: 201,
  errors: ['method_disabled', 'invalid_email', 'email_already_exists', 'invite_already_exists', 'email_failed'],

  async handle(call) {
    const { body, caller, deps, fail } = call
    if (!deps.config.registration.enableInvite) throw fail('method_disabled')
    const email = canonicalEmail(body.email)
    if (email === undefined) throw fail('invalid_email')
    return inviteView(await sendInvite(call, email, inviterOf(caller)), deps.clock.now())
  },
})
