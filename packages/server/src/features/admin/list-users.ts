import { Type } from 'typebox'
import { endpoint } from '../../core/deps.ts'
import { readAccountQuery } from '../../core/lists/account-query.ts'
import { pageFields, pageQuery, readPage } from '../../core/lists/paging.ts'
import { parameter } from '../../core/views/fields.ts'
import { User, userView } from '../../core/views/user-view.ts'

const SEARCH =
  'The beginning of any word of the name or the address, or an id. Of several words each has to be found, in any order; accents and case do not count.'

export const listUsers = endpoint({
  route: 'GET /admin/users',
  summary: 'Accounts, by filter and order',
  auth: 'admin',
  limit: 'general',
  query: Type.Object({
    ...pageQuery,
    search: parameter(SEARCH),
    email: parameter('The whole address.'),
    role: parameter('user or admin'),
    banned: parameter('true or false'),
    orderBy: parameter('created_at or updated_at'),
    orderDirection: parameter('asc or desc'),
  }),
  reply: Type.Object({ users: Type.Array(User), ...pageFields }),
  errors: ['invalid_input'],

  async handle({ query, deps: { store }, fail }) {
    const page = readPage(query)
    if (!page) throw fail('invalid_input', { message: 'limit and offset must be whole numbers.' })
    const wanted = readAccountQuery(query)
    if ('problem' in wanted) throw fail('invalid_input', { message: wanted.problem })
    const { total, accounts } = await store.accounts.list(wanted.filter, wanted.order, page)
    return { users: accounts.map(userView), total, ...page }
  },
})
