import { Type } from 'typebox'
import { inviterOf } from '../../core/access/actor.ts'
import { endpoint } from '../../core/deps.ts'
import { sendInvite } from '../../core/invites/send-invite.ts'
import { InviteView, inviteView } from '../../core/views/invite-view.ts'
import { canonicalEmail } from '../../kernel/email-address.ts'

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
