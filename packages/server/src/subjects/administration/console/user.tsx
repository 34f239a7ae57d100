import { DATA_INPUTS } from '../../../gate/data/pages/typed-data.ts'
import { pagePaths } from '../../../gate/page-paths.ts'
import { consoleDocument } from '../../../gate/pages/console/console-document.tsx'
import { may } from '../../../gate/pages/console/may.ts'
import { scopeFields } from '../../../gate/pages/console/scope-fields.tsx'
import type { Looks } from '../../../gate/pages/layout.tsx'
import { PAGE_HOOKS } from '../../../gate/pages/page-hooks.ts'
import { type Hosted, viewOf } from '../../../gate/pages/view.ts'
import { Refusal } from '../../../platform/pages/components/form.tsx'
import { Panel } from '../../../platform/pages/components/panel.tsx'
import { type Event, EventTable, userAuditLogs } from '../../audit/index.ts'
import { UserDataSection } from '../../data/index.ts'
import { getUser } from '../flows/get-user.ts'
import { listUserSessions } from '../flows/list-user-sessions.ts'
import { AccessSection, DeletionSection, type UserSectionProps } from './user-access.tsx'
import { userActions } from './user-actions.ts'
import { UserFacts } from './user-facts.tsx'
import { actsOn } from './user-rights.tsx'
import { SESSIONS_OFFSET, UserSessions } from './user-sessions.tsx'
import { UserTags } from './user-tags.tsx'

const RECENT = '10'

export const userPage = (looks: Looks): Hosted => ({
  path: `${pagePaths.consoleUsers}/{id}`,
  for: 'administrators',
  scope: 'users:read',
  shownAgain: ['name', 'reason', 'email', 'final', 'sessionId', 'rights', ...scopeFields(), DATA_INPUTS],

  async show(visit) {
    const view = viewOf(visit)
    const words = view.t.console.user
    const { run, params, query } = visit
    const detail = await run(getUser, { params })
    const { user } = detail
    const sessions = await run(listUserSessions, { params, query: { offset: query[SESSIONS_OFFSET] } })
    const events = may(visit, 'audit:read') ? (await run(userAuditLogs, { params, query: { limit: RECENT } })).events : undefined
    const { mayChange, mayEndSessions } = actsOn(visit, detail)
    const more = await Promise.all(PAGE_HOOKS.map(({ ofUser }) => ofUser?.({ view, visit }, user.id)))
    // A form shows its own failure, where it is shown; the failure of a single button stands at the top of the page.
    const forms = ['rename', 'changeEmail', 'limit', 'delete', ...(user.isBanned ? [] : ['ban'])]
    const withForms = [...(mayChange ? forms : []), ...(may(visit, 'data:write') ? ['saveData'] : [])]
    const buttons = Object.keys(userActions).filter((action) => !withForms.includes(action))
    const above = { href: pagePaths.consoleUsers, words: view.t.console.nav.users }
    const aside = <UserTags view={view} user={user} />
    return consoleDocument(
      { view, visit, looks, title: user.name, heading: <bdi>{user.name}</bdi>, above, aside, hasTimes: true },
      <>
        {buttons.map((action) => (
          <Refusal key={action} form={{ view, visit, action }} />
        ))}
        {user.id === visit.caller?.account.id && <p class="hint">{words.self}</p>}
        <UserFacts view={view} visit={visit} detail={detail} mayChange={mayChange} />
        {await UserDataSection({ view, visit })}
        {mayChange && <AccessSection view={view} visit={visit} detail={detail} />}
        <UserSessions view={view} visit={visit} user={user} list={sessions} mayEnd={mayEndSessions} />
        {more}
        {events && <RecentActivity view={view} visit={visit} user={user} events={events} />}
        {mayChange && <DeletionSection view={view} visit={visit} user={user} />}
      </>,
    )
  },

  actions: userActions,
})

function RecentActivity({ view, visit, user, events }: UserSectionProps & { readonly events: readonly Event[] }) {
  const words = view.t.console.user
  const allEvents = <a href={`${pagePaths.consoleAudit}?target=${user.id}`}>{words.allEvents}</a>
  return (
    <Panel id="recent" title={words.recent} state={events.length > 0 && allEvents}>
      {events.length === 0 && <p class="hint">{words.nothing}</p>}
      {events.length > 0 && <EventTable view={view} visit={visit} events={events} />}
    </Panel>
  )
}
