import type { Static } from 'typebox'
import { pagePaths } from '../../../gate/page-paths.ts'
import { addressOf, chosen, Filters, SearchFilter } from '../../../gate/pages/console/filters.tsx'
import { Listing } from '../../../gate/pages/console/listing.tsx'
import { may } from '../../../gate/pages/console/may.ts'
import { Pager } from '../../../gate/pages/console/pager.tsx'
import { Table } from '../../../gate/pages/console/table.tsx'
import type { PageProps } from '../../../gate/pages/view.ts'
import { Address } from '../../../platform/pages/components/address.tsx'
import { Initials } from '../../../platform/pages/components/initials.tsx'
import { Panel } from '../../../platform/pages/components/panel.tsx'
import { Ago } from '../../../platform/pages/components/time.tsx'
import type { getOrg } from '../administration/get-org.ts'
import type { listOrgMembers } from '../administration/list-org-members.ts'
import { roleWords } from '../pages/role-words.ts'

type Members = Static<typeof listOrgMembers.reply>

type OrgMembersProps = PageProps & {
  readonly org: Static<typeof getOrg.reply>
  readonly found?: Members
  readonly problem: string
}

export function OrgMembers({ view, visit, org, found, problem }: OrgMembersProps) {
  const { page: words } = view.t.organisations
  const filters = chosen(visit.query, ['search'])
  const path = `${pagePaths.consoleOrganisations}/${org.id}`
  const start = addressOf(path, filters)
  return (
    <Panel id="members" title={words.members}>
      <Filters view={view} path={path} isFiltered={filters['search'] !== undefined}>
        <SearchFilter {...{ view, problem }} label={words.search} value={filters['search']} hint={words.searchHintWithAddress} />
      </Filters>
      <Listing {...{ view, found, start }} shown={found?.members.length ?? 0} none={words.noMatch} icon="users">
        {found && <MemberTable view={view} visit={visit} members={found.members} />}
      </Listing>
      {found && found.total > found.limit && <Pager view={view} path={path} filters={filters} found={found} anchor="#members" />}
    </Panel>
  )
}

function MemberTable({ view, visit, members }: PageProps & { readonly members: Members['members'] }) {
  const isLinked = may(visit, 'users:read')
  const { role, page: words } = view.t.organisations
  const columns = [view.t.common.name, view.t.console.users.email, role, words.joined]
  return (
    <Table class={isLinked ? 'links users' : 'users'} caption={words.members} columns={columns}>
      {members.map((member) => (
        <tr key={member.userId}>
          <th scope="row">
            <span class="who">
              <Initials name={member.name} />
              {isLinked ? (
                <a class="over" href={`${pagePaths.consoleUsers}/${member.userId}`} title={member.name}>
                  <bdi class="two-lines">{member.name}</bdi>
                </a>
              ) : (
                <bdi class="two-lines">{member.name}</bdi>
              )}
            </span>
          </th>
          <td class="faint">
            <Address email={member.email ?? ''} cut="two-lines" />
          </td>
          <td>
            <span class="tag">{roleWords(view, member.role)}</span>
          </td>
          <td class="when seen">
            <span class="label">{view.t.common.labelled(words.joined, '')}</span>
            <Ago view={view} at={member.joinedAt} />
          </td>
        </tr>
      ))}
    </Table>
  )
}
