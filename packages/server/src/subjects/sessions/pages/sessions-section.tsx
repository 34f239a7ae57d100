import type { Static } from 'typebox'
import { pagePaths } from '../../../gate/page-paths.ts'
import { Section } from '../../../gate/pages/account/section.tsx'
import { SessionDescription } from '../../../gate/pages/session-description.tsx'
import type { Panel, View, Visit } from '../../../gate/pages/view.ts'
import type { OwnSessionView } from '../../../gate/views/session-view.ts'
import { Ask } from '../../../platform/pages/components/ask.tsx'
import { ButtonForm } from '../../../platform/pages/components/button-form.tsx'
import { Field, Form, type FormState, Refusal } from '../../../platform/pages/components/form.tsx'
import { hasFailed } from '../../../platform/pages/components/form-failure.tsx'
import { listSessions } from '../flows/list-sessions.ts'

/** In the query of the page: how many newer sessions are passed over. Without it there are only the first few. */
export const SESSIONS_OFFSET = 'sessions'
const FEW = 5
const PAGE = '100'
const RENAME = 'renameSession'

export type Sessions = Awaited<ReturnType<typeof sessionsOf>>

/** The page of the list that was asked for; the first one where there is nothing left to show on it. */
export async function sessionsOf({ run, query }: Visit) {
  const { [SESSIONS_OFFSET]: offset } = query
  const found = await run(listSessions, { query: { offset, limit: PAGE } })
  return found.sessions.length > 0 || found.offset === 0 ? found : run(listSessions, { query: { limit: PAGE } })
}

export function SessionsSection({ view, visit, list }: Omit<Panel, 'me'> & { readonly list: Sessions }) {
  const words = view.t.account.sessions
  const one = { view, visit, action: 'endSession' } as const
  const others = { view, visit, action: 'endOtherSessions' } as const
  const sorted = byActivity(list)
  const shown = visit.query[SESSIONS_OFFSET] === undefined ? sorted.slice(0, FEW) : sorted
  return (
    <Section
      id="sessions"
      title={words.title}
      lead={words.lead}
      visit={visit}
      notices={{ ended: words.ended, 'others-ended': words.othersEnded, renamed: words.renamed }}
    >
      <Refusal form={one} />
      {visit.failure?.code === 'session_not_found' && <Refusal form={{ view, visit, action: RENAME }} />}
      <ul class="things">
        {shown.map((session) => (
          <SessionRow key={session.id} form={one} session={session} isCurrent={session.id === list.currentSessionId} />
        ))}
      </ul>
      {shown.length < sorted.length ? <ShowAll view={view} total={list.total} /> : <Pager view={view} list={list} />}
      {list.total > 1 && (
        <Ask summary={words.askEndOthers} title={words.endOthers} isOpen={visit.failure?.action === others.action}>
          <p>{words.endOthersConsequence}</p>
          <Form form={others} submit={words.endOthers} hasCancel />
        </Ask>
      )}
    </Section>
  )
}

/** The one in use first, then the one that was used last. */
const byActivity = ({ sessions, currentSessionId }: Sessions) =>
  sessions.toSorted((a, b) => {
    if (a.id === currentSessionId || b.id === currentSessionId) return a.id === currentSessionId ? -1 : 1
    return b.lastActiveAt.localeCompare(a.lastActiveAt)
  })

interface RowProps {
  readonly form: FormState
  readonly session: Static<typeof OwnSessionView>
  readonly isCurrent: boolean
}

function SessionRow({ form, session, isCurrent }: RowProps) {
  const { view } = form
  const words = view.t.account.sessions
  return (
    <li>
      <SessionDescription view={view} session={session} mark={isCurrent ? words.current : undefined} />
      <div class="acts">
        <Rename form={form} session={session} />
        {!isCurrent && (
          <ButtonForm form={form} submit={words.end} hidden={{ id: session.id }} describedBy={`session-${session.id}`} />
        )}
      </div>
    </li>
  )
}

/** A name by which its owner knows it again; without one it is called by its browser. */
function Rename({ form: { view, visit }, session: { id, name } }: Omit<RowProps, 'isCurrent'>) {
  const words = view.t.account.sessions
  const form: FormState = {
    ...{ view, visit, action: RENAME, of: id },
    fields: { validation_error: 'name' },
    words: { validation_error: words.nameWrong },
  }
  return (
    <Ask summary={words.askRename} title={words.renameTitle} isSmall isOpen={hasFailed(form)}>
      <Form form={form} submit={words.rename} hidden={{ id }} hasCancel>
        <Field form={form} name="name" label={words.name} hint={words.nameHint} autocomplete="off" value={name} isOptional />
      </Form>
    </Ask>
  )
}

const at = (start: number): string => `${pagePaths.accountSessions}?${SESSIONS_OFFSET}=${Math.max(0, start)}#sessions`

const ShowAll = ({ view: { t, locale }, total }: { readonly view: View; readonly total: number }) => (
  <p>
    <a href={at(0)}>{t.account.sessions.showAll(new Intl.NumberFormat(locale).format(total))}</a>
  </p>
)

function Pager({ view: { t }, list: { total, limit, offset, sessions } }: { readonly view: View; readonly list: Sessions }) {
  const words = t.account.sessions
  if (total <= limit) return null
  return (
    <nav class="pager" aria-label={words.pages}>
      {offset > 0 && <a href={at(offset - limit)}>{words.newer}</a>}
      <span class="faint">{words.range(offset + 1, offset + sessions.length, total)}</span>
      {offset + limit < total && <a href={at(offset + limit)}>{words.older}</a>}
    </nav>
  )
}
