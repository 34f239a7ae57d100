import { pagePaths } from '../../../gate/page-paths.ts'
import { AddressesField } from '../../../gate/pages/console/addresses-field.tsx'
import { consoleDocument } from '../../../gate/pages/console/console-document.tsx'
import { addressOf, ChoiceFilter, chosen, Filters, SearchFilter, unlessUnreadable } from '../../../gate/pages/console/filters.tsx'
import { Listing } from '../../../gate/pages/console/listing.tsx'
import { Pager } from '../../../gate/pages/console/pager.tsx'
import type { Looks } from '../../../gate/pages/layout.tsx'
import { type Hosted, type PageProps, type Visit, viewOf } from '../../../gate/pages/view.ts'
import { ACTION_FIELD } from '../../../platform/kernel/hosted-page.ts'
import { Address } from '../../../platform/pages/components/address.tsx'
import { Alert } from '../../../platform/pages/components/alert.tsx'
import { Form, Refusal } from '../../../platform/pages/components/form.tsx'
import { Panel } from '../../../platform/pages/components/panel.tsx'
import { sentence } from '../../../platform/pages/components/sentence.ts'
import { listInvites } from '../flows/list-invites.ts'
import { INVITE_FILTERS, inviteActions, MAX_INVITES_AT_ONCE, type Sent } from './invite-actions.ts'
import { InviteRow } from './invite-row.tsx'

export const invitesPage = (looks: Looks): Hosted => ({
  path: pagePaths.consoleInvites,
  for: 'administrators',
  scope: 'invites:write',
  shownAgain: ['email'],
  show: (visit) => shown(looks, visit),

  actions: inviteActions((call, sent) => {
    const email = sent.refused.map((one) => one.email).join('\n')
    return shown(looks, { ...call, typed: { [ACTION_FIELD]: 'create', email } }, sent)
  }),
})

async function shown(looks: Looks, visit: Visit, sent?: Sent) {
  const view = viewOf(visit)
  const words = view.t.console.invites
  const frame = { view, visit, looks, title: words.title }
  if (!visit.deps.config.registration.enableInvite)
    return consoleDocument(frame, <Panel title={words.off} lead={sentence(words.offAdvice, <code>ENABLE_INVITE=true</code>)} />)
  const listed = await invitesFor(visit)
  return consoleDocument(
    { ...frame, hasTimes: (listed.found?.invites.length ?? 0) > 0 },
    <>
      <Refusal form={{ view, visit, action: 'resend' }} />
      <Refusal form={{ view, visit, action: 'revoke' }} />
      <Inviting view={view} visit={visit} sent={sent} />
      <Invites view={view} visit={visit} {...listed} />
    </>,
  )
}

function invitesFor({ run, query }: Visit) {
  const page = { ...chosen(query, INVITE_FILTERS), offset: query['offset'], include: 'createdByEmail' }
  return unlessUnreadable(run(listInvites, { query: page }))
}

function Inviting({ view, visit, sent }: PageProps & { readonly sent: Sent | undefined }) {
  const words = view.t.console.invites
  const fields = { invalid_email: 'email', invalid_input: 'email', email_already_exists: 'email', invite_already_exists: 'email' }
  const form = { view, visit, action: 'create', fields, words: { invalid_input: words.tooMany(MAX_INVITES_AT_ONCE) } }
  return (
    <Panel id="create" title={words.create}>
      {sent && (
        <Alert>
          <p>{sent.count === 0 ? words.noneSent : words.someSent(sent.count)}</p>
          <ul>
            {sent.refused.map(({ email, code }) => (
              <li key={email}>
                {sentence((who) => view.t.common.labelled(who, view.t.errors[code]), <Address email={email} />)}
              </li>
            ))}
          </ul>
        </Alert>
      )}
      <Form form={form} submit={words.submit}>
        <AddressesField form={form} name="email" label={words.emails} hint={words.emailsHint} />
      </Form>
    </Panel>
  )
}

function Invites({ view, visit, found, problem }: PageProps & Awaited<ReturnType<typeof invitesFor>>) {
  const { invites: words, filters: common } = view.t.console
  const filters = chosen(visit.query, INVITE_FILTERS)
  const { search, status } = filters
  const isFiltered = Object.keys(filters).length > 0
  const none = isFiltered ? words.none : words.noneYet
  const path = pagePaths.consoleInvites
  const start = addressOf(path, filters)
  return (
    <Panel id="all" title={words.list}>
      <Filters view={view} path={path} isFiltered={isFiltered}>
        <SearchFilter {...{ view, problem }} label={common.email} value={search} hint={common.beginsWith} />
        <ChoiceFilter view={view} name="status" label={words.status} value={status} any={common.any} choices={words.statuses} />
      </Filters>
      <Listing view={view} found={found} shown={found?.invites.length ?? 0} none={none} icon="mail" start={start}>
        <ul class="things">
          {found?.invites.map((invite) => (
            <InviteRow key={invite.id} view={view} visit={visit} invite={invite} />
          ))}
        </ul>
      </Listing>
      {found && <Pager view={view} path={path} filters={filters} found={found} />}
    </Panel>
  )
}
