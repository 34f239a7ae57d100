import { Type } from 'typebox'
import { endpoint } from '../../core/deps.ts'
import { INVITE_STATUSES, readInviteQuery } from '../../core/lists/invite-query.ts'
import { pageFields, pageQuery, readPage } from '../../core/lists/paging.ts'
import { choice, parameter } from '../../core/views/fields.ts'
import { InviteView, inviteView } from '../../core/views/invite-view.ts'
import { accountsIn } from '../../store/tables/accounts.ts'
import { invitesIn } from '../../store/tables/invites.ts'

const ListedInvite = Type.Object(
  {
    ...InviteView.properties,
    createdByEmail: Type.Optional(
      Type.Union([Type.String(), Type.Null()], {
        description: 'The address of the account that invited, while there is one. Only where `include` asks for it.',
      }),
    ),
  },
  { title: 'ListedInvite' },
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
  reply: Type.Object({ invites: Type.Array(ListedInvite), ...pageFields }),
  errors: ['method_disabled', 'invalid_input'],

  async handle({ query, deps: { config, store, clock }, fail }) {
    if (!config.registration.enableInvite) throw fail('method_disabled')
    const page = readPage(query)
    if (!page) throw fail('invalid_input', { message: 'limit and offset must be whole numbers.' })
    const wanted = readInviteQuery(query)
    if ('problem' in wanted) throw fail('invalid_input', { message: wanted.problem })
    const now = clock.now()
    const { total, invites } = await invitesIn(store).list(wanted.filter, now, page.limit, page.offset)
    const views = invites.map((invite) => inviteView(invite, now))
    if (query.include !== 'createdByEmail') return { invites: views, total, ...page }
    const emails = await accountsIn(store).emailsOf([...new Set(invites.flatMap(({ createdBy }) => createdBy ?? []))])
    const named = views.map((view) => ({ ...view, createdByEmail: emails.get(view.createdBy ?? '') ?? null }))
    return { invites: named, total, ...page }
  },
})
