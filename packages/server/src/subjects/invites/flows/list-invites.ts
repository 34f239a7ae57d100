import { Type } from 'typebox'
import { accountsIn } from '../../../gate/accounts/tables/accounts.ts'
import { endpoint } from '../../../gate/deps.ts'
import { pageFields, pageIn, pageQuery, valid } from '../../../gate/lists/paging.ts'
import { choice, listOf, parameter, textOrNull } from '../../../gate/views/fields.ts'
import { INVITE_STATUSES, readInviteQuery } from '../steps/invite-query.ts'
import { invitesIn } from '../tables/invites.ts'
import { InviteView, inviteView } from '../views/invite-view.ts'

const ListedInvite = Type.Object(
  {
    ...InviteView.properties,
    createdByEmail: Type.Optional(
      textOrNull('The address of the account that invited, while there is one. Only where `include` asks for it.'),
    ),
  },
  { title: 'ListedInvite', description: 'An invite in a list.' },
)

export const listInvites = endpoint({
  route: 'GET /admin/invites',
  summary: 'Invites, newest first',
  auth: 'admin',
  scope: 'invites:write',
  limit: 'general',
  query: Type.Object({
    ...pageQuery,
    search: parameter('The beginning of an address.'),
    status: choice(INVITE_STATUSES, 'What became of it.'),
    include: choice(['createdByEmail'], 'What else to tell of each invite.'),
  }),
  reply: Type.Object({ invites: listOf(ListedInvite, 'The invites, newest first.'), ...pageFields }),
  errors: ['method_disabled', 'invalid_input'],

  async handle({ query, deps: { config, store, clock }, fail }) {
    if (!config.registration.enableInvite) throw fail('method_disabled')
    const page = pageIn(query)
    const { filter } = valid(readInviteQuery(query))
    const now = clock.now()
    const { total, invites } = await invitesIn(store).list(filter, now, page.limit, page.offset)
    const views = invites.map((invite) => inviteView(invite, now))
    if (query.include !== 'createdByEmail') return { invites: views, total, ...page }
    const emails = await accountsIn(store).emailsOf([...new Set(invites.flatMap(({ createdBy }) => createdBy ?? []))])
    const named = views.map((view) => ({ ...view, createdByEmail: emails.get(view.createdBy ?? '') ?? null }))
    return { invites: named, total, ...page }
  },
})
