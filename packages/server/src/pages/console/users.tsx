import type { Static } from 'typebox'
import type { User } from '../../core/views/user-view.ts'
import { listUsers } from '../../features/admin/list-users.ts'
import { pagePaths } from '../../kernel/page-paths.ts'
import { Address } from '../components/address.tsx'
import { Initials } from '../components/initials.tsx'
import type { Looks } from '../components/layout.tsx'
import { Ago } from '../components/time.tsx'
import { type Hosted, type View, viewOf } from '../view.ts'
import { consoleDocument, type Desk } from './console-document.tsx'
import { ChoiceFilter, chosen, Filters, Nothing, TextFilter, Unreadable, unlessUnreadable } from './filters.tsx'
import { PlacePager } from './pager.tsx'
import { UserTags } from './user-tags.tsx'

const FILTERS = ['search', 'role', 'banned', 'order'] as const

const ORDERS = {
  newest: { orderBy: 'created_at', orderDirection: 'desc' },
  oldest: { orderBy: 'created_at', orderDirection: 'asc' },
  changed: { orderBy: 'updated_at', orderDirection: 'desc' },
} as const

/** `/console/users`: every account, by filter and order. */
export const usersPage = (looks: Looks): Hosted => ({
  path: pagePaths.consoleUsers,
  for: 'administrators',

  async show(visit) {
    const view = viewOf(visit)
    const words = view.t.console.users
    const filters = chosen(visit.query, FILTERS)
    const { search, role, banned, order = 'newest' } = filters
    const { offset, after } = visit.query
    const wanted = { search, role, banned, offset, after }
    const inOrder = Object.entries(ORDERS).find(([name]) => name === order)?.[1] ?? ORDERS.newest
    const found = await unlessUnreadable(visit.run(listUsers, { query: { ...wanted, ...inOrder } }))
    return consoleDocument({
      view,
      visit,
      looks,
      title: words.title,
      aside: (
        <a class="button small" href={pagePaths.consoleNewUser}>
          {words.add}
        </a>
      ),
      children: (
        <>
          <UserFilters view={view} visit={visit} />
          {!found && <Unreadable view={view} />}
          {found && found.users.length === 0 && <Nothing view={view} found={found} words={words.none} />}
          {found && found.users.length > 0 && <UserTable view={view} users={found.users} />}
          {found && (
            <PlacePager view={view} path={pagePaths.consoleUsers} filters={filters} found={found} shown={found.users.length} />
          )}
        </>
      ),
    })
  },
})

function UserFilters({ view: { t }, view, visit }: Desk) {
  const words = t.console.users
  const { any } = t.console.filters
  const filters = chosen(visit.query, FILTERS)
  const { search, role, banned, order } = filters
  return (
    <Filters view={view} path={pagePaths.consoleUsers} isFiltered={Object.keys(filters).length > 0}>
      <TextFilter name="search" label={words.search} value={search} hint={t.console.filters.beginsWith} />
      <ChoiceFilter name="role" label={words.role} value={role} any={any} choices={t.console.roles} />
      <ChoiceFilter
        name="banned"
        label={words.state}
        value={banned}
        any={any}
        choices={{ true: words.banned, false: words.notBanned }}
      />
      <ChoiceFilter name="order" label={words.order} value={order} choices={words.orders} />
    </Filters>
  )
}

function UserTable({ view, users }: { readonly view: View; readonly users: readonly Static<typeof User>[] }) {
  const words = view.t.console.users
  return (
    <div class="sheet">
      <table class="links">
        <caption class="visually-hidden">{words.caption}</caption>
        <thead>
          <tr>
            <th scope="col">{words.account}</th>
            <th scope="col">{words.state}</th>
            <th scope="col">{words.created}</th>
          </tr>
        </thead>
        <tbody>
          {users.map((user) => (
            <tr key={user.id}>
              <th scope="row">
                <span class="who">
                  <Initials name={user.name} />
                  <span>
                    <a class="over" href={`${pagePaths.consoleUsers}/${user.id}`}>
                      <bdi>{user.name}</bdi>
                    </a>
                    <span class="below">
                      <Address email={user.email} />
                    </span>
                  </span>
                </span>
              </th>
              <td>
                <UserTags view={view} user={user} />
              </td>
              <td>
                <Ago view={view} at={user.createdAt} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
