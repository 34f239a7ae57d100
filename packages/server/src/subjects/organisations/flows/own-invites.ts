import { Type } from 'typebox'
import { endpoint } from '../../../gate/deps.ts'
import { pageFields, pageIn, pageQuery } from '../../../gate/lists/paging.ts'
import { inTransaction } from '../../../gate/transaction.ts'
import { idField, listOf, Message, textField, timeField } from '../../../gate/views/fields.ts'
import { timestamp } from '../../../platform/kernel/clock.ts'
import { isId } from '../../../platform/kernel/ids.ts'
import { lockInvite, ORG_INVITE_REFUSALS } from '../steps/accept-org-invite.ts'
import { orgInvitesIn } from '../tables/org-invites.ts'
import { orgRole } from '../views/organisation-view.ts'

const alike = { auth: 'session', partOf: 'organisations.enabled', limit: 'general' } as const

const OwnOrgInvite = Type.Object(
  {
    id: idField('The invite.'),
    organisation: Type.Object({ name: textField('What it is called.') }, { description: 'The organisation that invites.' }),
    role: orgRole('What the new member may do.'),
    invitedBy: textField('The name of the member who invited.'),
    expiresAt: timeField('Until when it can be accepted.'),
  },
  { title: 'OwnOrgInvite', description: 'An invite into an organisation, as the one who is invited sees it.' },
)

/** An account sees no invites before its address is verified: the address may be another person's. */
export const listOwnOrgInvites = endpoint({
  ...alike,
  route: 'GET /auth/orgs/invites',
  summary: 'Open invites to the address of the caller',
  query: Type.Object(pageQuery),
  reply: Type.Object({ invites: listOf(OwnOrgInvite, 'Those that can be accepted.'), ...pageFields }),
  errors: ['invalid_input'],

  async handle({ query, caller: { account }, deps: { store, clock } }) {
    const page = pageIn(query)
    if (account.verifiedAt === undefined) return { invites: [], total: 0, ...page }
    const { total, found } = await orgInvitesIn(store).listFor(account.email, clock.now(), page)
    const invites = found.map(({ createdAt: _, organisation: name, expiresAt, ...invite }) => ({
      ...invite,
      organisation: { name },
      expiresAt: timestamp(expiresAt),
    }))
    return { invites, total, ...page }
  },
})

export const declineOrgInvite = endpoint({
  ...alike,
  route: 'POST /auth/orgs/invites/{id}/decline',
  params: { id: 'The invite.' },
  summary: 'Decline an invite into an organisation',
  reply: Message,
  errors: [...ORG_INVITE_REFUSALS, 'email_not_verified'],

  async handle(call) {
    const { params, caller, deps, fail } = call
    const { account } = caller
    if (account.verifiedAt === undefined) throw fail('email_not_verified')
    const known = isId(params.id) ? await orgInvitesIn(deps.store).findFor(account.email, params.id) : undefined
    await inTransaction(call, async (tx) => {
      const now = deps.clock.now()
      const { org, invite } = await lockInvite(tx, known, now)
      await orgInvitesIn(tx).decline(invite.id, now)
      const about = { actorId: account.id, targetUserId: account.id, orgId: org.id, metadata: { inviteId: invite.id } }
      await tx.record('org.invite.declined', about)
    })
    return { message: 'The invite was declined.' }
  },
})
