import type { Static } from 'typebox'
import { addressOf, chosen, Filters, SearchFilter, unlessUnreadable } from '../../../gate/pages/console/filters.tsx'
import { Listing } from '../../../gate/pages/console/listing.tsx'
import { Pager } from '../../../gate/pages/console/pager.tsx'
import type { Visit } from '../../../gate/pages/view.ts'
import { Refusal } from '../../../platform/pages/components/form.tsx'
import { Panel } from '../../../platform/pages/components/panel.tsx'
import { listMembers } from '../flows/list-members.ts'
import { isAtLeast } from '../org-roles.ts'
import { MemberRow } from './member-row.tsx'
import { organisationAddress } from './organisation-address.ts'
import type { OrganisationPanel } from './standing.ts'

type Members = Static<typeof listMembers.reply>
type MemberList = { readonly found?: Members; readonly problem: string }

export function membersOf({ visit, org }: OrganisationPanel): Promise<MemberList> {
  const { search, offset } = visit.query
  return unlessUnreadable(visit.run(listMembers, { params: { orgId: org.id }, query: { search, offset, limit: '20' } }))
}

export function MembersSection({ found, problem, ...panel }: OrganisationPanel & MemberList) {
  const { view, visit, org, role } = panel
  const { members: count, page: words } = view.t.organisations
  const filters = chosen(visit.query, ['search'])
  const path = organisationAddress(org.slug)
  const hint = isAtLeast(role, 'admin') ? words.searchHintWithAddress : words.searchHint
  const start = addressOf(path, filters)
  const refusals = { cannot_remove_last_owner: words.lastOwner, invalid_input: words.unreliableOwner }
  return (
    <Panel id="members" title={words.members} lead={count(new Intl.NumberFormat(view.locale).format(org.memberCount))}>
      {refusedAbove(visit, found).map((action) => (
        <Refusal key={action} form={{ view, visit, action, fields: {}, words: refusals }} />
      ))}
      {(org.memberCount > 1 || filters['search'] !== undefined) && (
        <Filters view={view} path={path} isFiltered={filters['search'] !== undefined}>
          <SearchFilter {...{ view, problem, hint }} label={words.search} value={filters['search']} isWide />
        </Filters>
      )}
      <Listing {...{ view, found, start }} shown={found?.members.length ?? 0} none={words.noMatch} icon="users">
        <ul class="things">
          {found?.members.map((member) => (
            <MemberRow key={member.userId} {...panel} member={member} />
          ))}
        </ul>
      </Listing>
      {found && found.total > found.limit && <Pager view={view} path={path} filters={filters} found={found} anchor="#members" />}
    </Panel>
  )
}

/** Refusals of single buttons stand above the list, and so does that of a form whose row is gone by now. */
function refusedAbove({ typed }: Visit, found: Members | undefined): readonly string[] {
  const isInRow = found?.members.some(({ userId }) => userId === typed['id'])
  return ['remove', 'leave', ...(isInRow ? [] : ['setRole'])]
}
