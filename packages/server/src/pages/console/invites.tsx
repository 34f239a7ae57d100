import { listInvites } from '../../features/admin/list-invites.ts'
import { pagePaths } from '../../kernel/page-paths.ts'
import { Empty } from '../components/empty.tsx'
import { Field, Form, Refusal } from '../components/form.tsx'
import type { Looks } from '../components/layout.tsx'
import { Panel } from '../components/panel.tsx'
import { sentence } from '../components/sentence.ts'
import { type Hosted, type Visit, viewOf } from '../view.ts'
import { consoleDocument, type Desk } from './console-document.tsx'
import { ChoiceFilter, chosen, Filters, TextFilter, Unreadable, unlessUnreadable } from './filters.tsx'
import { INVITE_FILTERS, inviteActions } from './invite-actions.ts'
import { InviteRow } from './invite-row.tsx'
import { Pager } from './pager.tsx'

/** `/console/invites`: who was invited, and what became of it. */
export const invitesPage = (looks: Looks): Hosted => ({
  path: pagePaths.consoleInvites,
  for: 'administrators',
  shownAgain: ['email'],

  async show(visit) {
    const view = viewOf(visit)
    const { enableInvite } = visit.deps.config.registration
    return consoleDocument({
      view,
      visit,
      looks,
      title: view.t.console.invites.title,
      children: enableInvite ? (
        <Invites view={view} visit={visit} found={await invitesFor(visit)} />
      ) : (
        <SwitchedOff view={view} visit={visit} />
      ),
    })
  },

  actions: inviteActions,
})

const invitesFor = async ({ run, query }: Visit) =>
  unlessUnreadable(run(listInvites, { query: { ...chosen(query, INVITE_FILTERS), offset: query['offset'] } }))

function SwitchedOff({ view: { t } }: Desk) {
  const words = t.console.invites
  return <Panel title={words.off} lead={sentence(words.offAdvice, <code>ENABLE_INVITE=true</code>)} />
}

type Found = Awaited<ReturnType<typeof invitesFor>>

function Invites({ view, visit, found }: Desk & { readonly found: Found }) {
  const { invites: words, filters: common } = view.t.console
  const filters = chosen(visit.query, INVITE_FILTERS)
  const { search, status } = filters
  const create = {
    view,
    visit,
    action: 'create',
    fields: { invalid_email: 'email', email_already_exists: 'email', invite_already_exists: 'email' },
  } as const
  return (
    <>
      {['resend', 'revoke'].map((action) => (
        <Refusal key={action} form={{ view, visit, action, fields: {} }} />
      ))}
      <Panel id="create" title={words.create}>
        <Form form={create} submit={words.submit}>
          <Field form={create} name="email" label={view.t.common.email} type="email" autocomplete="off" />
        </Form>
      </Panel>
      <Panel id="all" title={words.list}>
        <Filters view={view} path={pagePaths.consoleInvites} isFiltered={Object.keys(filters).length > 0}>
          <TextFilter name="search" label={common.email} value={search} hint={common.beginsWith} />
          <ChoiceFilter name="status" label={words.status} value={status} any={common.any} choices={words.statuses} />
        </Filters>
        {!found && <Unreadable view={view} />}
        {found?.invites.length === 0 && <Empty icon="mail" words={words.none} />}
        {found && found.invites.length > 0 && (
          <ul class="things">
            {found.invites.map((invite) => (
              <InviteRow key={invite.id} view={view} visit={visit} invite={invite} />
            ))}
          </ul>
        )}
        {found && <Pager view={view} path={pagePaths.consoleInvites} filters={filters} found={found} />}
      </Panel>
    </>
  )
}
