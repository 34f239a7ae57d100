import { Type } from 'typebox'
import { inviterOf } from '../../../gate/access/actor.ts'
import { endpoint } from '../../../gate/deps.ts'
import { canonicalEmail } from '../../../platform/kernel/email-address.ts'
import { sendInvite } from '../steps/send-invite.ts'
import { InviteView, inviteView } from '../views/invite-view.ts'

export const createInvite = endpoint({
  route: 'POST /admin/invites',
  summary: 'Invite an address',
  auth: 'admin',
  scope: 'invites:write',
  limit: 'general',
  body: Type.Object({ email: Type.String() }),
  reply: InviteView,
  status: 201,
  errors: ['method_disabled', 'invalid_email', 'email_already_exists', 'invite_already_exists', 'email_failed'],

  async handle(call) {
    const { body, caller, deps, fail } = call
    if (!deps.config.registration.enableInvite) throw fail('method_disabled')
    const email = canonicalEmail(body.email)
    if (email === undefined) throw fail('invalid_email')
    const invite = await sendInvite(call, email, inviterOf(caller))
    if ('refusal' in invite) throw fail(invite.refusal)
    return inviteView(invite, deps.clock.now())
  },
})
