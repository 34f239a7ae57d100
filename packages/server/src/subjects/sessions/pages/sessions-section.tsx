import type { Static } from 'typebox'
import { pagePaths } from '../../../gate/page-paths.ts'
import { Section } from '../../../gate/pages/account/section.tsx'
import { SessionDescription } from '../../../gate/pages/session-description.tsx'
import type { PageProps, View, Visit } from '../../../gate/pages/view.ts'
import type { OwnSessionView } from '../../../gate/views/session-view.ts'
import { Acts } from '../../../platform/pages/components/acts.tsx'
import { ButtonForm } from '../../../platform/pages/components/button-form.tsx'
import { ConfirmPanel } from '../../../platform/pages/components/confirm-panel.tsx'
import { Field, Form, type FormState, Refusal } from '../../../platform/pages/components/form.tsx'
import { hasFailed } from '../../../platform/pages/components/form-failure.tsx'
import { listSessions } from '../flows/list-sessions.ts'

/** In the query: how many newer sessions are passed over. Without it, only the first few are shown. */
export const SESSIONS_OFFSET = 'sessions'
const FEW = 5
const PAGE = '100'
const RENAME = 'renameSession'

export type Sessions = Awaited<ReturnType<typeof sessionsOf>>

/** Falls back to the first page where the last session of a page has just ended. */
export async function sessionsOf({ run, query }: Visit) {
  const page = await run(listSessions, { query: { offset: query[SESSIONS_OFFSET], limit: PAGE } })
  return page.sessions.length > 0 || page.offset === 0 ? page : run(listSessions, { query: { limit: PAGE } })
}

export function SessionsSection({ view, visit, list }: PageProps & { readonly list: Sessions }) {
  const words = view.t.account.sessions
  const end = { view, visit, action: 'endSession' }
  const endOthers = { view, visit, action: 'endOtherSessions' }
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
      <Refusal form={end} />
      {visit.failure?.code === 'session_not_found' && <Refusal form={{ view, visit, action: RENAME }} />}
      <ul class="things">
        {shown.map((session) => (
          <SessionRow key={session.id} form={end} session={session} isCurrent={session.id === list.currentSessionId} />
        ))}
      </ul>
      {shown.length < sorted.length ? <ShowAll view={view} total={list.total} /> : <Pager view={view} list={list} />}
      {list.total > 1 && (
        <ConfirmPanel summary={words.askEndOthers} title={words.endOthers} isOpen={visit.failure?.action === endOthers.action}>
          <p>{words.endOthersConsequence}</p>
          <Form form={endOthers} submit={words.endOthers} hasCancel />
        </ConfirmPanel>
      )}
    </Section>
  )
}

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
  const words = form.view.t.account.sessions
  return (
    <li>
      <SessionDescription view={form.view} session={session} mark={isCurrent ? words.current : undefined} />
      <Acts>
        <Rename form={form} session={session} />
        {!isCurrent && (
          <ButtonForm form={form} submit={words.end} hidden={{ id: session.id }} describedBy={`session-${session.id}`} />
        )}
      </Acts>
    </li>
  )
}

function Rename({ form: { view, visit }, session: { id, name } }: Omit<RowProps, 'isCurrent'>) {
  const words = view.t.account.sessions
  const failure = { fields: { validation_error: 'name' }, words: { validation_error: words.nameWrong } }
  const form: FormState = { view, visit, action: RENAME, of: id, ...failure }
  return (
    <ConfirmPanel summary={words.askRename} title={words.renameTitle} isOpen={hasFailed(form)}>
      <Form form={form} submit={words.rename} hidden={{ id }} hasCancel>
        <Field form={form} name="name" label={words.name} hint={words.nameHint} autocomplete="off" value={name} isOptional />
      </Form>
    </ConfirmPanel>
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
