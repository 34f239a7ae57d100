import type { Static } from 'typebox'
import { pagePaths } from '../../../gate/page-paths.ts'
import { consoleDocument } from '../../../gate/pages/console/console-document.tsx'
import {
  ChoiceFilter,
  chosen,
  Filters,
  SearchFilter,
  Unreadable,
  unlessUnreadable,
} from '../../../gate/pages/console/filters.tsx'
import { ListSheet } from '../../../gate/pages/console/listing.tsx'
import { pageQueryIn } from '../../../gate/pages/console/pager.tsx'
import { Table } from '../../../gate/pages/console/table.tsx'
import type { Looks } from '../../../gate/pages/layout.tsx'
import { type Hosted, type PageProps, type View, viewOf } from '../../../gate/pages/view.ts'
import { Ago } from '../../../platform/pages/components/time.tsx'
import { listOrgs } from '../administration/list-orgs.ts'

const FILTERS = ['search', 'ownerless'] as const
const USUAL = '25'

export const consoleOrganisationsPage = (looks: Looks): Hosted => ({
  path: pagePaths.consoleOrganisations,
  for: 'administrators',
  scope: 'orgs:read',

  async show(visit) {
    if (!visit.deps.config.organisations.enabled) return undefined
    const view = viewOf(visit)
    const words = view.t.organisations.console
    const path = pagePaths.consoleOrganisations
    const filters = chosen(visit.query, FILTERS)
    const query = { ...filters, ...pageQueryIn(visit.query, USUAL) }
    const { found, problem } = await unlessUnreadable(visit.run(listOrgs, { query }))
    return consoleDocument(
      { view, visit, looks, title: words.title },
      <>
        <OrgFilters view={view} visit={visit} problem={problem} />
        {!found && <Unreadable view={view} />}
        {found && (
          <ListSheet
            {...{ view, path, filters, found, usual: USUAL }}
            shown={found.orgs.length}
            none={words.none}
            icon="building"
          >
            <OrgTable view={view} orgs={found.orgs} />
          </ListSheet>
        )}
      </>,
    )
  },
})

function OrgFilters({ view, visit, problem }: PageProps & { readonly problem: string }) {
  const words = view.t.organisations.console
  const { any, beginsWith } = view.t.console.filters
  const choices = { true: words.ownerless, false: words.owned }
  const filters = chosen(visit.query, FILTERS)
  return (
    <Filters view={view} path={pagePaths.consoleOrganisations} isFiltered={Object.keys(filters).length > 0}>
      <SearchFilter {...{ view, problem }} label={words.search} value={filters['search']} hint={beginsWith} isWide />
      <ChoiceFilter {...{ view, any, choices }} name="ownerless" label={words.owner} value={filters['ownerless']} />
    </Filters>
  )
}

function OrgTable({ view, orgs }: { readonly view: View; readonly orgs: Static<typeof listOrgs.reply>['orgs'] }) {
  const { slug, members, owners, console: words } = view.t.organisations
  const number = new Intl.NumberFormat(view.locale).format
  const columns = [view.t.common.name, slug, words.count, words.owner, words.created]
  return (
    <Table class="links orgs" caption={words.caption} columns={columns}>
      {orgs.map((org) => (
        <tr key={org.id}>
          <th scope="row">
            <a class="over" href={`${pagePaths.consoleOrganisations}/${org.id}`} title={org.name}>
              <bdi class="two-lines">{org.name}</bdi>
            </a>
          </th>
          <td class="faint">{org.slug}</td>
          <td class="count">{members(number(org.memberCount))}</td>
          <td class="count">{owners(number(org.ownerCount))}</td>
          <td class="when">
            <Ago view={view} at={org.createdAt} />
          </td>
        </tr>
      ))}
    </Table>
  )
}
