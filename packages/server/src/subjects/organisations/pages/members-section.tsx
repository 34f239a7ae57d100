import type { Static } from 'typebox'
import {
  addressOf,
  chosen,
  Filters,
  Nothing,
  TextFilter,
  Unreadable,
  unlessUnreadable,
  wrongIn,
} from '../../../gate/pages/console/filters.tsx'
import { Pager } from '../../../gate/pages/console/pager.tsx'
import type { Visit } from '../../../gate/pages/view.ts'
import { Refusal } from '../../../platform/pages/components/form.tsx'
import { Panel } from '../../../platform/pages/components/panel.tsx'
import { listMembers } from '../flows/list-members.ts'
import { isAtLeast } from '../org-roles.ts'
import { MemberRow } from './member-row.tsx'
import { organisationAddress } from './organisation-address.ts'
import type { OrganisationPanel } from './standing.ts'

const PAGE = '20'

type Members = Static<typeof listMembers.reply>

interface MemberList {
  readonly found?: Members
  readonly problem: string
}

/** The page of the list that was asked for. */
export const membersOf = ({ visit: { run, query }, org }: OrganisationPanel): Promise<MemberList> =>
  unlessUnreadable(
    run(listMembers, { params: { orgId: org.id }, query: { search: query['search'], offset: query['offset'], limit: PAGE } }),
  )

/** Who belongs to it; for admins and owners also what can be done about it. */
export function MembersSection({ found, problem, ...panel }: OrganisationPanel & MemberList) {
  const { view, visit, org, role } = panel
  const { members: count, page: words } = view.t.organisations
  const filters = chosen(visit.query, ['search'])
  const path = organisationAddress(org.slug)
  const refusals = { cannot_remove_last_owner: words.lastOwner, invalid_input: words.unreliableOwner }
  return (
    <Panel id="members" title={words.members} lead={count(new Intl.NumberFormat(view.locale).format(org.memberCount))}>
      {toldAbove(visit, found).map((action) => (
        <Refusal key={action} form={{ view, visit, action, fields: {}, words: refusals }} />
      ))}
      {(org.memberCount > 1 || filters['search'] !== undefined) && (
        <Filters view={view} path={path} isFiltered={filters['search'] !== undefined}>
          <TextFilter
            name="search"
            label={words.search}
            value={filters['search']}
            hint={isAtLeast(role, 'admin') ? words.searchHintWithAddress : words.searchHint}
            error={wrongIn(view, problem, 'search')}
            isWide
          />
        </Filters>
      )}
      {!found && <Unreadable view={view} />}
      {found?.members.length === 0 && (
        <Nothing view={view} found={{ total: found.total }} words={words.noMatch} icon="users" start={addressOf(path, filters)} />
      )}
      {found && found.members.length > 0 && (
        <ul class="things">
          {found.members.map((member) => (
            <MemberRow key={member.userId} {...panel} member={member} />
          ))}
        </ul>
      )}
      {found && found.total > found.limit && <Pager view={view} path={path} filters={filters} found={found} anchor="#members" />}
    </Panel>
  )
}

/** What went wrong with single buttons, and with the form of a row that is gone by now. */
function toldAbove({ typed }: Visit, found: Members | undefined): readonly string[] {
  const isInRow = found?.members.some(({ userId }) => userId === typed['id'])
  return ['remove', 'leave', ...(isInRow ? [] : ['setRole'])]
}
