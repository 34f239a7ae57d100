import { Type } from 'typebox'
import { ROLES } from '../../../gate/accounts/roles.ts'
import { accountActivityIn } from '../../../gate/accounts/tables/account-activity.ts'
import { accountsIn } from '../../../gate/accounts/tables/accounts.ts'
import { endpoint } from '../../../gate/deps.ts'
import { findKeysetPage, keysetFields, keysetQuery } from '../../../gate/lists/keyset.ts'
import { valid } from '../../../gate/lists/paging.ts'
import { choice, listOf, parameter, timeOrNullField, yesOrNo } from '../../../gate/views/fields.ts'
import { User, userView } from '../../../gate/views/user-view.ts'
import type { Slice } from '../../../platform/store/list-page.ts'
import { readAccountQuery } from '../steps/account-query.ts'
import { lastSeenView } from '../views/last-seen-view.ts'

const SEARCH =
  'The beginning of any word of the name or the address, or an id. Of several words each has to be found, in any order; accents and case do not count.'

const ListedUser = Type.Object(
  {
    ...User.properties,
    lastSignInAt: Type.Optional(timeOrNullField('When its newest session began. Only where `include` asks for `lastActiveAt`.')),
    lastActiveAt: Type.Optional(
      timeOrNullField('When one of its sessions was last used, to the minute. Only where `include` asks for it.'),
    ),
  },
  { title: 'ListedUser', description: 'An account in a list.' },
)

export const listUsers = endpoint({
  route: 'GET /admin/users',
  summary: 'Accounts, by filter and order',
  auth: 'admin',
  scope: 'users:read',
  limit: 'general',
  query: Type.Object({
    ...keysetQuery,
    search: parameter(SEARCH),
    email: parameter('The whole address.'),
    role: choice(ROLES, 'What it may do.'),
    banned: yesOrNo('Whether it is banned.'),
    verified: yesOrNo('Whether its address is confirmed.'),
    twoFactor: yesOrNo('Whether it has a second factor.'),
    provider: parameter('The name of a provider that the account is connected with.'),
    include: choice(['lastActiveAt'], 'What else to tell of each account.'),
    orderBy: choice(['created_at', 'updated_at'], 'By which time to order.', { default: 'created_at' }),
    orderDirection: choice(['asc', 'desc'], 'The oldest first, or the newest.', { default: 'desc' }),
  }),
  reply: Type.Object({ users: listOf(ListedUser, 'The accounts, in the order that was asked for.'), ...keysetFields }),
  errors: ['invalid_input'],

  async handle({ query, deps: { store } }) {
    const list = valid(readAccountQuery(query))
    const find = (slice: Slice) => accountsIn(store).list(list.filter, list.order, slice)
    const { found, page } = valid(await findKeysetPage('users', list, query, find))
    const users = found.accounts.map(userView)
    if (query.include !== 'lastActiveAt') return { users, ...page }
    const seen = await accountActivityIn(store).lastSeen(users.map(({ id }) => id))
    return { users: users.map((user) => ({ ...user, ...lastSeenView(seen.get(user.id)) })), ...page }
  },
})
