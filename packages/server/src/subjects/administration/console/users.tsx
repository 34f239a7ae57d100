import { pagePaths } from '../../../gate/page-paths.ts'
import { consoleDocument } from '../../../gate/pages/console/console-document.tsx'
import {
  addressOf,
  ChoiceFilter,
  chosen,
  Filters,
  SearchFilter,
  Unreadable,
  unlessUnreadable,
} from '../../../gate/pages/console/filters.tsx'
import { ListSheet } from '../../../gate/pages/console/listing.tsx'
import { may } from '../../../gate/pages/console/may.ts'
import { pageQueryIn } from '../../../gate/pages/console/pager.tsx'
import type { Looks } from '../../../gate/pages/layout.tsx'
import { type Hosted, type PageProps, viewOf } from '../../../gate/pages/view.ts'
import { ButtonLink } from '../../../platform/pages/components/button-link.tsx'
import { listUsers } from '../flows/list-users.ts'
import { USER_FILTERS, userQuery } from './user-query.ts'
import { UserTable } from './user-table.tsx'

const USUAL = '25'

export const usersPage = (looks: Looks): Hosted => ({
  path: pagePaths.consoleUsers,
  for: 'administrators',
  scope: 'users:read',

  async show(visit) {
    const view = viewOf(visit)
    const words = view.t.console.users
    const filters = chosen(visit.query, USER_FILTERS)
    const query = { ...userQuery(visit.query), ...pageQueryIn(visit.query, USUAL) }
    const { found, problem } = await unlessUnreadable(visit.run(listUsers, { query }))
    const list = { view, filters, path: pagePaths.consoleUsers, usual: USUAL, none: words.none, icon: 'users' } as const
    const aside = (
      <div class="row">
        <ButtonLink href={addressOf(pagePaths.consoleUsersFile, filters)} words={view.t.console.filters.csv} isQuiet download />
        <ButtonLink
          href={addressOf(pagePaths.consoleUsersLines, filters)}
          words={view.t.console.filters.ndjson}
          isQuiet
          download
        />
        {may(visit, 'users:write') && <ButtonLink href={pagePaths.consoleNewUser} words={words.add} />}
      </div>
    )
    return consoleDocument(
      { view, visit, looks, title: words.title, aside },
      <>
        <UserFilters view={view} visit={visit} problem={problem} />
        {!found && <Unreadable view={view} />}
        {found && (
          <ListSheet {...list} found={found} shown={found.users.length}>
            <UserTable view={view} users={found.users} />
          </ListSheet>
        )}
      </>,
    )
  },
})

function UserFilters({ view: { t }, view, visit, problem }: PageProps & { readonly problem: string }) {
  const words = t.console.users
  const { any, beginsWith } = t.console.filters
  const filters = chosen(visit.query, USER_FILTERS)
  const { search, role, state, twoFactor, provider, order } = filters
  const { limit } = visit.query
  const providers = Object.fromEntries([...visit.deps.providers.values()].map(({ name, label }) => [name, label]))
  const { banned, notBanned, unverified, verified } = words
  const states = { banned, notBanned, unverified, verified }
  const factors = { true: words.on, false: words.off }
  const common = { view, any }
  const kept = limit === undefined ? {} : { limit }
  return (
    <Filters view={view} path={pagePaths.consoleUsers} isFiltered={Object.keys(filters).length > 0} kept={kept}>
      <SearchFilter {...{ view, problem }} label={words.search} value={search} hint={beginsWith} isWide />
      <ChoiceFilter {...common} name="role" label={words.role} value={role} choices={t.console.roles} />
      <ChoiceFilter {...common} name="state" label={words.state} value={state} choices={states} />
      <ChoiceFilter {...common} name="twoFactor" label={words.twoFactor} value={twoFactor} choices={factors} />
      {visit.deps.providers.size > 0 && (
        <ChoiceFilter {...common} name="provider" label={words.provider} value={provider} choices={providers} />
      )}
      <ChoiceFilter view={view} name="order" label={words.order} value={order} choices={words.orders} />
    </Filters>
  )
}
