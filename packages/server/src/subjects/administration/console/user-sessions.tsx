import type { Static } from 'typebox'
import { pagePaths } from '../../../gate/page-paths.ts'
import { Pager } from '../../../gate/pages/console/pager.tsx'
import { SessionDescription } from '../../../gate/pages/session-description.tsx'
import type { PageProps } from '../../../gate/pages/view.ts'
import type { User } from '../../../gate/views/user-view.ts'
import { ButtonForm } from '../../../platform/pages/components/button-form.tsx'
import { Panel } from '../../../platform/pages/components/panel.tsx'
import type { listUserSessions } from '../flows/list-user-sessions.ts'
import { Act } from './user-access.tsx'

/** In the query of the page: how many newer sessions are passed over. */
export const SESSIONS_OFFSET = 'sessions'

interface UserSessionsProps extends PageProps {
  readonly user: Static<typeof User>
  readonly list: Static<typeof listUserSessions.reply>
}

/** Where the user is signed in. */
export function UserSessions({ view, visit, user, list }: UserSessionsProps) {
  const words = view.t.console.user
  const form = { view, visit, action: 'endSession' } as const
  const here = visit.caller?.session.id
  return (
    <Panel id="sessions" title={words.sessions}>
      {list.total === 0 && <p class="hint">{words.noSessions}</p>}
      {list.sessions.length > 0 && (
        <ul class="things">
          {list.sessions.map((session) => (
            <li key={session.id}>
              <SessionDescription view={view} session={session} mark={session.id === here ? words.here : undefined} />
              <ButtonForm
                form={form}
                submit={words.endSession}
                hidden={{ sessionId: session.id }}
                describedBy={`session-${session.id}`}
              />
            </li>
          ))}
        </ul>
      )}
      {list.total > list.limit && (
        <Pager
          view={view}
          path={`${pagePaths.consoleUsers}/${user.id}`}
          filters={{}}
          found={list}
          name={SESSIONS_OFFSET}
          anchor="#sessions"
        />
      )}
      {list.total > 0 && <Act {...{ view, visit, user }} action="endSessions" named="endSessions" />}
    </Panel>
  )
}
