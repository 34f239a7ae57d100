import { pagePaths } from '../../../gate/page-paths.ts'
import { consoleDocument } from '../../../gate/pages/console/console-document.tsx'
import type { Looks } from '../../../gate/pages/layout.tsx'
import { PAGE_HOOKS } from '../../../gate/pages/page-hooks.ts'
import { type Hosted, viewOf } from '../../../gate/pages/view.ts'
import { Refusal } from '../../../platform/pages/components/form.tsx'
import { Panel } from '../../../platform/pages/components/panel.tsx'
import { EventTable, userAuditLogs } from '../../audit/index.ts'
import { getUser } from '../flows/get-user.ts'
import { listUserSessions } from '../flows/list-user-sessions.ts'
import { AccessSection, DeletionSection } from './user-access.tsx'
import { userActions } from './user-actions.ts'
import { factorLabels } from './user-factors.ts'
import { UserFacts } from './user-facts.tsx'
import { SESSIONS_OFFSET, UserSessions } from './user-sessions.tsx'
import { UserTags } from './user-tags.tsx'

const RECENT = '10'

export const userPage = (looks: Looks): Hosted => ({
  path: `${pagePaths.consoleUsers}/{id}`,
  for: 'administrators',
  shownAgain: ['name', 'reason', 'email', 'final', 'sessionId'],

  async show(visit) {
    const view = viewOf(visit)
    const words = view.t.console.user
    const { run, params, query } = visit
    const detail = await run(getUser, { params })
    const { user } = detail
    const sessions = await run(listUserSessions, { params, query: { offset: query[SESSIONS_OFFSET] } })
    const { events } = await run(userAuditLogs, { params, query: { limit: RECENT } })
    const more = await Promise.all(PAGE_HOOKS.map(({ ofUser }) => ofUser?.({ view, visit }, user.id)))
    // A form shows its own failure; the failure of a single button stands at the top of the page.
    const withForms = ['rename', 'changeEmail', 'delete', ...(user.isBanned ? [] : ['ban'])]
    const buttons = Object.keys(userActions).filter((action) => !withForms.includes(action))
    const above = { href: pagePaths.consoleUsers, words: view.t.console.nav.users }
    const allEvents = <a href={`${pagePaths.consoleAudit}?target=${user.id}`}>{words.allEvents}</a>
    const aside = <UserTags view={view} user={user} />
    return consoleDocument(
      { view, visit, looks, title: user.name, heading: <bdi>{user.name}</bdi>, above, aside, hasTimes: true },
      <>
        {buttons.map((action) => (
          <Refusal key={action} form={{ view, visit, action }} />
        ))}
        {user.id === visit.caller?.account.id && <p class="hint">{words.self}</p>}
        <UserFacts view={view} visit={visit} detail={detail} />
        <AccessSection view={view} visit={visit} user={user} hasFactors={factorLabels(view, detail).length > 0} />
        <UserSessions view={view} visit={visit} user={user} list={sessions} />
        {more}
        <Panel id="recent" title={words.recent} state={events.length > 0 && allEvents}>
          {events.length === 0 && <p class="hint">{words.nothing}</p>}
          {events.length > 0 && <EventTable view={view} events={events} />}
        </Panel>
        <DeletionSection view={view} visit={visit} user={user} />
      </>,
    )
  },

  actions: userActions,
})
