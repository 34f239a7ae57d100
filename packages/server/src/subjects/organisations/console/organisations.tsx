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
import { type Hosted, type View, viewOf } from '../../../gate/pages/view.ts'
import { Ago } from '../../../platform/pages/components/time.tsx'
import { listOrgs } from '../administration/list-orgs.ts'

const FILTERS = ['search', 'ownerless'] as const
const USUAL = '25'

type Orgs = Static<typeof listOrgs.reply>

/** `/console/organisations`: every organisation, by filter. */
export const consoleOrganisationsPage = (looks: Looks): Hosted => ({
  path: pagePaths.consoleOrganisations,
  for: 'administrators',

  async show(visit) {
    if (!visit.deps.config.organisations.enabled) return undefined
    const view = viewOf(visit)
    const query = {
      ...chosen(visit.query, FILTERS),
      offset: visit.query['offset'],
      after: visit.query['after'],
      limit: sizeIn(visit.query, USUAL),
    }
    const { found, problem } = await unlessUnreadable(visit.run(listOrgs, { query }))
    return consoleDocument({
      view,
      visit,
      looks,
      title: view.t.organisations.console.title,
      children: (
        <>
          <OrgFilters view={view} visit={visit} problem={problem} />
          {found ? <Organisations view={view} visit={visit} found={found} /> : <Unreadable view={view} />}
        </>
      ),
    })
  },
})

function OrgFilters({ view, visit, problem }: Desk & { readonly problem: string }) {
  const words = view.t.organisations.console
  const filters = chosen(visit.query, FILTERS)
  return (
    <Filters view={view} path={pagePaths.consoleOrganisations} isFiltered={Object.keys(filters).length > 0}>
      <TextFilter
        name="search"
        label={words.search}
        value={filters['search']}
        hint={view.t.console.filters.beginsWith}
        error={wrongIn(view, problem, 'search')}
        isWide
      />
      <ChoiceFilter
        view={view}
        name="ownerless"
        label={words.owner}
        value={filters['ownerless']}
        any={view.t.console.filters.any}
        choices={{ true: words.ownerless, false: words.owned }}
      />
    </Filters>
  )
}

function Organisations({ view, visit, found }: Desk & { readonly found: Orgs }) {
  const filters = chosen(visit.query, FILTERS)
  const path = pagePaths.consoleOrganisations
  return (
    <>
      <div class="sheet">
        {found.orgs.length > 0 ? (
          <OrgTable view={view} orgs={found.orgs} />
        ) : (
          <Nothing
            view={view}
            found={found}
            words={view.t.organisations.console.none}
            icon="building"
            start={addressOf(path, filters)}
          />
        )}
      </div>
      <PlacePager view={view} path={path} filters={filters} found={found} shown={found.orgs.length} usual={USUAL} />
    </>
  )
}

function OrgTable({ view, orgs }: { readonly view: View; readonly orgs: Orgs['orgs'] }) {
  const { slug, members, owners, console: words } = view.t.organisations
  const number = new Intl.NumberFormat(view.locale).format
  return (
    <table class="links orgs">
      <caption class="visually-hidden">{words.caption}</caption>
      <thead>
        <tr>
          <th scope="col">{view.t.common.name}</th>
          <th scope="col">{slug}</th>
          <th scope="col">{words.count}</th>
          <th scope="col">{words.owner}</th>
          <th scope="col">{words.created}</th>
        </tr>
      </thead>
      <tbody>
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
      </tbody>
    </table>
  )
}
