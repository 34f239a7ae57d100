import { Type } from 'typebox'
import { endpoint } from '../../core/deps.ts'
import { pageFields, pageQuery, readPage } from '../../core/paging.ts'
import { InviteView, inviteView } from '../../core/views.ts'

const STATUSES = ['pending', 'accepted', 'revoked', 'expired'] as const

export const listInvites = endpoint({
  route: 'GET /admin/invites',
  summary: 'Invites, newest first',
  auth: 'admin',
  limit: 'general',
  query: Type.Object({
    ...pageQuery,
    search: Type.String({ description: 'The beginning of an address.' }),
    status: Type.String({ description: STATUSES.join(', ') }),
  }),
  reply: Type.Object({ invites: Type.Array(InviteView), ...pageFields }),
  errors: ['method_disabled', 'invalid_input'],

  async handle({ query, deps: { config, store, clock }, fail }) {
    if (!config.registration.enableInvite) throw fail('method_disabled')
    const page = readPage(query)
    if (!page) throw fail('invalid_input', { message: 'limit and offset must be whole numbers.' })
    const status = STATUSES.find((one) => one === query.status)
    if (query.status !== undefined && !status)
      throw fail('invalid_input', { message: `status must be one of ${STATUSES.join(', ')}.` })
    const search = query.search?.trim().toLowerCase()
    if (search !== undefined && !/^[\x21-\x7e]{0,254}$/.test(search))
      throw fail('invalid_input', { message: 'search must be the beginning of an address.' })
    const now = clock.now()
    const { total, invites } = await store.invites.list({ search: search || undefined, status }, now, page.limit, page.offset)
    return { invites: invites.map((invite) => inviteView(invite, now)), total, ...page }
  },
})
