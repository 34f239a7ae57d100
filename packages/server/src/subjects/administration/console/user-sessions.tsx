import type { Static } from 'typebox'
import { pagePaths } from '../../../gate/page-paths.ts'
import { Pager } from '../../../gate/pages/console/pager.tsx'
import { SessionDescription } from '../../../gate/pages/session-description.tsx'
import { ButtonForm } from '../../../platform/pages/components/button-form.tsx'
import { Panel } from '../../../platform/pages/components/panel.tsx'
import type { listUserSessions } from '../flows/list-user-sessions.ts'
import { Act, type UserSectionProps } from './user-access.tsx'

/** The query parameter of the page that says how many newer sessions to skip. */
export const SESSIONS_OFFSET = 'sessions'

type UserSessionsProps = UserSectionProps & { readonly list: Static<typeof listUserSessions.reply>; readonly mayEnd: boolean }

export function UserSessions({ view, visit, user, list, mayEnd }: UserSessionsProps) {
  const words = view.t.console.user
  const form = { view, visit, action: 'endSession' } as const
  const here = visit.caller?.session.id
  const path = `${pagePaths.consoleUsers}/${user.id}`
  return (
    <Panel id="sessions" title={words.sessions}>
      {list.total === 0 && <p class="hint">{words.noSessions}</p>}
      {list.sessions.length > 0 && (
        <ul class="things">
          {list.sessions.map((session) => (
            <li key={session.id}>
              <SessionDescription view={view} session={session} mark={session.id === here ? words.here : undefined} />
              {mayEnd && (
                <ButtonForm
                  form={form}
                  submit={words.endSession}
                  hidden={{ sessionId: session.id }}
                  describedBy={`session-${session.id}`}
                />
              )}
            </li>
          ))}
        </ul>
      )}
      {list.total > list.limit && (
        <Pager view={view} path={path} filters={{}} found={list} name={SESSIONS_OFFSET} anchor="#sessions" />
      )}
      {list.total > 0 && mayEnd && <Act {...{ view, visit, user }} action="endSessions" named="endSessions" />}
    </Panel>
  )
}
