import type { Static } from 'typebox'
import { pagePaths } from '../../../gate/page-paths.ts'
import { consoleDocument, type Desk } from '../../../gate/pages/console/console-document.tsx'
import {
  addressOf,
  ChoiceFilter,
  chosen,
  Filters,
  Nothing,
  TextFilter,
  Unreadable,
  unlessUnreadable,
  wrongIn,
} from '../../../gate/pages/console/filters.tsx'
import { PlacePager, sizeIn } from '../../../gate/pages/console/pager.tsx'
import type { Looks } from '../../../gate/pages/layout.tsx'
import { type Hosted, viewOf } from '../../../gate/pages/view.ts'
import { listUsers } from '../flows/list-users.ts'
import { USER_FILTERS, userQuery } from './user-query.ts'
import { UserTable } from './user-table.tsx'

const USUAL = '25'

/** `/console/users`: every account, by filter and order. */
export const usersPage = (looks: Looks): Hosted => ({
  path: pagePaths.consoleUsers,
  for: 'administrators',

  async show(visit) {
    const view = viewOf(visit)
    const words = view.t.console.users
    const filters = chosen(visit.query, USER_FILTERS)
    const { offset, after } = visit.query
    const query = { ...userQuery(visit.query), limit: sizeIn(visit.query, USUAL), offset, after }
    const { found, problem } = await unlessUnreadable(visit.run(listUsers, { query }))
    return consoleDocument({
      view,
      visit,
      looks,
      title: words.title,
      aside: (
        <div class="row">
          <a class="button quiet small" href={addressOf(pagePaths.consoleUsersFile, filters)} download>
            {view.t.console.filters.csv}
          </a>
          <a class="button small" href={pagePaths.consoleNewUser}>
            {words.add}
          </a>
        </div>
      ),
      children: (
        <>
          <UserFilters view={view} visit={visit} problem={problem} />
          {!found && <Unreadable view={view} />}
          {found && <Users view={view} visit={visit} found={found} />}
        </>
      ),
    })
  },
})

function Users({ view, visit, found }: Desk & { readonly found: Static<typeof listUsers.reply> }) {
  const filters = chosen(visit.query, USER_FILTERS)
  const path = pagePaths.consoleUsers
  return (
    <>
      <div class="sheet">
        {found.users.length > 0 ? (
          <UserTable view={view} users={found.users} />
        ) : (
          <Nothing view={view} found={found} words={view.t.console.users.none} icon="users" start={addressOf(path, filters)} />
        )}
      </div>
      <PlacePager view={view} path={path} filters={filters} found={found} shown={found.users.length} usual={USUAL} />
    </>
  )
}

function UserFilters({ view: { t }, view, visit, problem }: Desk & { readonly problem: string }) {
  const words = t.console.users
  const { any, beginsWith } = t.console.filters
  const filters = chosen(visit.query, USER_FILTERS)
  const { search, role, state, twoFactor, provider, order } = filters
  const { limit } = visit.query
  const providers = [...visit.deps.providers.values()].map(({ name, label }) => [name, label])
  const { banned, notBanned, unverified, verified } = words
  return (
    <Filters
      view={view}
      path={pagePaths.consoleUsers}
      isFiltered={Object.keys(filters).length > 0}
      kept={limit === undefined ? {} : { limit }}
    >
      <TextFilter
        name="search"
        label={words.search}
        value={search}
        hint={beginsWith}
        error={wrongIn(view, problem, 'search')}
        isWide
      />
      <ChoiceFilter view={view} name="role" label={words.role} value={role} any={any} choices={t.console.roles} />
      <ChoiceFilter
        view={view}
        name="state"
        label={words.state}
        value={state}
        any={any}
        choices={{ banned, notBanned, unverified, verified }}
      />
      <ChoiceFilter
        view={view}
        name="twoFactor"
        label={words.twoFactor}
        value={twoFactor}
        any={any}
        choices={{ true: words.on, false: words.off }}
      />
      {providers.length > 0 && (
        <ChoiceFilter
          view={view}
          name="provider"
          label={words.provider}
          value={provider}
          any={any}
          choices={Object.fromEntries(providers)}
        />
      )}
      <ChoiceFilter view={view} name="order" label={words.order} value={order} choices={words.orders} />
    </Filters>
  )
}
