import { Type } from 'typebox'
import { invitedRegistration, registerInvited } from '../../../gate/access/register-invited.ts'
import { accountsIn } from '../../../gate/accounts/tables/accounts.ts'
import { DATA_REFUSALS } from '../../../gate/data/changes.ts'
import { type Deps, endpoint } from '../../../gate/deps.ts'
import { PASSWORD_REFUSALS } from '../../../gate/passwords/password-refusal.ts'
import { REGISTRATION_REFUSALS } from '../../../gate/registration-hook/registration-hook.ts'
import { parameter, textField } from '../../../gate/views/fields.ts'
import { inviteCodeField } from '../../../gate/views/input-fields.ts'
import { Failure } from '../../../platform/kernel/errors.ts'
import { findPendingInvite, INVITE_REFUSALS } from '../steps/invites.ts'
import { invitesIn } from '../tables/invites.ts'

const shared = {
  summary: 'The address an invite was issued to',
  auth: 'none',
  limit: 'redeem',
  reply: Type.Object({ email: textField('The only address that can sign up with it.') }),
  errors: ['not_found', 'missing_token', 'invite_not_found', 'invite_already_used', 'invite_revoked', 'invite_expired'],
} as const

async function infoOf(deps: Deps, token: string) {
  if (!deps.config.registration.enableInvite) throw new Failure('not_found')
  if (token === '') throw new Failure('missing_token')
  const { email } = await findPendingInvite(deps, token)
  return { email }
}

/** Access logs keep the token of this address: a client should post the token instead. */
export const inviteInfo = endpoint({
  ...shared,
  route: 'GET /auth/invite/info',
  query: Type.Object({ token: parameter('As it stands in the mail.') }),
  handle: ({ query, deps }) => infoOf(deps, query.token ?? ''),
})

export const postInviteInfo = endpoint({
  ...shared,
  route: 'POST /auth/invite/info',
  body: Type.Object({ token: inviteCodeField }),
  handle: ({ body, deps }) => infoOf(deps, body.token),
})

/** On this route a withdrawn invite is answered like a used one. */
const REFUSALS = { ...INVITE_REFUSALS, revoked: INVITE_REFUSALS.accepted }

export const inviteRegister = endpoint({
  ...invitedRegistration,
  route: 'POST /auth/invite/register',
  summary: 'Create an account from an invite',
  errors: [
    'method_disabled',
    'invite_not_found',
    'invite_already_used',
    'invite_expired',
    'name_required',
    ...DATA_REFUSALS,
    'password_mismatch',
    ...PASSWORD_REFUSALS,
    'email_already_exists',
    'email_failed',
    ...REGISTRATION_REFUSALS,
  ],

  async handle(call) {
    const { body, deps, fail } = call
    if (!deps.config.registration.enableInvite) throw fail('method_disabled')
    const { id: inviteId, email, tokenHash } = await findPendingInvite(deps, body.code, REFUSALS)
    return registerInvited(call, email, {
      async hold(tx) {
        if (!(await invitesIn(tx).take(tokenHash, deps.clock.now()))) throw fail('invite_already_used')
      },
      accept: async (tx, _, { id }) => [
        await tx.record('invite.accepted', { actorId: id, targetUserId: id, metadata: { inviteId } }),
      ],
      async undo(tx, _, accountId) {
        const isGone = await accountsIn(tx).remove(accountId)
        await invitesIn(tx).reopen(inviteId)
        return isGone
      },
    })
  },
})
