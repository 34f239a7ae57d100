import type { Static } from 'typebox'
import type { SessionView } from '../../core/views/session-view.ts'
import { listSessions } from '../../features/session/list-sessions.ts'
import { pagePaths } from '../../kernel/page-paths.ts'
import { ButtonForm } from '../components/button-form.tsx'
import { Form, type FormState, Refusal } from '../components/form.tsx'
import { SessionDescription } from '../components/session-description.tsx'
import type { View, Visit } from '../view.ts'
import { type Panel, Section } from './section.tsx'

/** In the query of the page: how many newer sessions are passed over. */
export const SESSIONS_OFFSET = 'sessions'

export type Sessions = Awaited<ReturnType<typeof sessionsOf>>

/** The page of the list that was asked for; the first one where there is nothing left to show on it. */
export async function sessionsOf({ run, query }: Visit) {
  const { [SESSIONS_OFFSET]: offset } = query
  const found = await run(listSessions, { query: { offset } })
  return found.sessions.length > 0 || found.offset === 0 ? found : run(listSessions)
}

export function SessionsSection({ view, visit, list }: Omit<Panel, 'me'> & { readonly list: Sessions }) {
  const words = view.t.account.sessions
  const one = { view, visit, action: 'endSession', fields: {} } as const
  const others = { view, visit, action: 'endOtherSessions', fields: {} } as const
  return (
    <Section id="sessions" title={words.title} visit={visit} notices={{ ended: words.ended, 'others-ended': words.othersEnded }}>
      <p class="faint">{words.lead}</p>
      <Refusal form={one} />
      <ul class="things">
        {list.sessions.map((session) => (
          <SessionRow key={session.id} form={one} session={session} isCurrent={session.id === list.currentSessionId} />
        ))}
      </ul>
      <Pager view={view} list={list} />
      {list.total > 1 && <Form form={others} submit={words.endOthers} tone="quiet" />}
    </Section>
  )
}

interface RowProps {
  readonly form: FormState
  readonly session: Static<typeof SessionView>
  readonly isCurrent: boolean
}

function SessionRow({ form, session, isCurrent }: RowProps) {
  const { view } = form
  const words = view.t.account.sessions
  return (
    <li>
      <SessionDescription view={view} session={session} mark={isCurrent ? words.current : undefined} />
      {!isCurrent && (
        <ButtonForm form={form} submit={words.end} hidden={{ id: session.id }} describedBy={`session-${session.id}`} />
      )}
    </li>
  )
}

function Pager({ view: { t }, list: { total, limit, offset, sessions } }: { readonly view: View; readonly list: Sessions }) {
  const words = t.account.sessions
  if (total <= limit) return null
  const at = (start: number) => `${pagePaths.account}?${SESSIONS_OFFSET}=${Math.max(0, start)}#sessions`
  return (
    <nav class="pager" aria-label={words.pages}>
      {offset > 0 && <a href={at(offset - limit)}>{words.newer}</a>}
      <span class="faint">{words.range(offset + 1, offset + sessions.length, total)}</span>
      {offset + limit < total && <a href={at(offset + limit)}>{words.older}</a>}
    </nav>
  )
}
