import { Type } from 'typebox'
import { endpoint } from '../../core/deps.ts'
import { hashOfInvite, inviteStatus } from '../../core/invite-mail.ts'

const REFUSALS = { accepted: 'invite_already_used', revoked: 'invite_revoked', expired: 'invite_expired' } as const

/** For the page behind the link: whose invite it is. It changes nothing, so mail scanners may look as often as they like. */
export const inviteInfo = endpoint({
  route: 'GET /auth/invite/info',
  summary: 'The address an invite was issued to',
  auth: 'none',
  limit: 'redeem',
  query: Type.Object({ token: Type.String() }),
  reply: Type.Object({ email: Type.String() }),
  errors: ['not_found', 'missing_token', 'invite_not_found', 'invite_already_used', 'invite_revoked', 'invite_expired'],

  async handle({ query, deps: { config, store, clock }, fail }) {
    if (!config.registration.enableInvite) throw fail('not_found')
    if (query.token === undefined || query.token === '') throw fail('missing_token')
    const invite = await store.invites.findByToken(hashOfInvite(query.token))
    if (!invite) throw fail('invite_not_found')
    const status = inviteStatus(invite, clock.now())
    if (status !== 'pending') throw fail(REFUSALS[status])
    return { email: invite.email }
  },
})
