import { Type } from 'typebox'
import { mayAlso } from '../../../gate/access/actor.ts'
import { ROLES } from '../../../gate/accounts/roles.ts'
import { accountActivityIn } from '../../../gate/accounts/tables/account-activity.ts'
import { accountsIn } from '../../../gate/accounts/tables/accounts.ts'
import { dataOfEach } from '../../../gate/data/data-of-each.ts'
import { AccountData, SEARCHED } from '../../../gate/data/schemas.ts'
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
    data: Type.Optional(AccountData),
  },
  { title: 'ListedUser', description: 'An account in a list.' },
)

const included = (include = '') => {
  const names = include.split(',')
  return { lastActiveAt: names.includes('lastActiveAt'), data: names.includes('data') }
}

export const listUsers = endpoint({
  route: 'GET /admin/users',
  summary: 'Accounts, by filter and order',
  auth: 'admin',
  scope: 'users:read',
  limit: 'general',
  query: Type.Object(
    {
      ...keysetQuery,
      search: parameter(SEARCH),
      email: parameter('The whole address.'),
      role: choice(ROLES, 'What it may do.'),
      banned: yesOrNo('Whether it is banned.'),
      verified: yesOrNo('Whether its address is confirmed.'),
      twoFactor: yesOrNo('Whether it has a second factor.'),
      provider: parameter('The name of a provider that the account is connected with.'),
      sourceId: parameter('What it was called in the system that it was imported from.'),
      include: choice(
        ['lastActiveAt', 'data', 'lastActiveAt,data'],
        'What else to tell of each account; data wants the scope `data:read`.',
      ),
      orderBy: choice(['created_at', 'updated_at'], 'By which time to order.', { default: 'created_at' }),
      orderDirection: choice(['asc', 'desc'], 'The oldest first, or the newest.', { default: 'desc' }),
    },
    { patternProperties: { [SEARCHED]: Type.String() } },
  ),
  reply: Type.Object({ users: listOf(ListedUser, 'The accounts, in the order that was asked for.'), ...keysetFields }),
  errors: ['invalid_input', 'insufficient_scope'],

  async handle({ query, caller, deps: { store, config }, fail }) {
    const list = valid(readAccountQuery(query, config.data.fields))
    const wants = included(query.include)
    if ((list.filter.data || wants.data) && !mayAlso(caller, 'data:read')) throw fail('insufficient_scope')
    const find = (slice: Slice) => accountsIn(store).list(list.filter, list.order, slice)
    const { found, page } = valid(await findKeysetPage('users', list, query, find))
    const seen = wants.lastActiveAt ? await accountActivityIn(store).lastSeen(found.accounts.map(({ id }) => id)) : undefined
    const data = wants.data ? await dataOfEach(config.data.fields, found.accounts) : undefined
    const shown = found.accounts.map((account) => ({
      ...userView(account),
      ...(seen && lastSeenView(seen.get(account.id))),
      ...(data && { data: data.get(account.id) ?? {} }),
    }))
    return { users: shown, ...page }
  },
})
