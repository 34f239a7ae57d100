import { Type } from 'typebox'
import { type Deps, endpoint } from '../../../gate/deps.ts'
import { parameter } from '../../../gate/views/fields.ts'
import { Failure } from '../../../platform/kernel/errors.ts'
import { hashOfInvite, inviteStatus } from '../steps/invite-mail.ts'
import { invitesIn } from '../tables/invites.ts'

const REFUSALS = { accepted: 'invite_already_used', revoked: 'invite_revoked', expired: 'invite_expired' } as const

const alike = {
  summary: 'The address an invite was issued to',
  auth: 'none',
  limit: 'redeem',
  reply: Type.Object({ email: Type.String() }),
  errors: ['not_found', 'missing_token', 'invite_not_found', 'invite_already_used', 'invite_revoked', 'invite_expired'],
} as const

/** The invited address, for the page behind the link. It changes nothing, so mail scanners may look as often as they like. */
async function infoOf({ config, store, clock }: Deps, token: string): Promise<{ readonly email: string }> {
  if (!config.registration.enableInvite) throw new Failure('not_found')
  if (token === '') throw new Failure('missing_token')
  const invite = await invitesIn(store).findByToken(hashOfInvite(token))
  if (!invite) throw new Failure('invite_not_found')
  const status = inviteStatus(invite, clock.now())
  if (status !== 'pending') throw new Failure(REFUSALS[status])
  return { email: invite.email }
}

/** With the token where logs keep it. A client that can, posts it. */
export const inviteInfo = endpoint({
  ...alike,
  route: 'GET /auth/invite/info',
  query: Type.Object({ token: parameter('As it stands in the mail.') }),
  handle: ({ query, deps }) => infoOf(deps, query.token ?? ''),
})

export const postInviteInfo = endpoint({
  ...alike,
  route: 'POST /auth/invite/info',
  body: Type.Object({ token: Type.String() }),
  handle: ({ body, deps }) => infoOf(deps, body.token),
})
