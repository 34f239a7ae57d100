import type { Static } from 'typebox'
import { pagePaths } from '../../../gate/page-paths.ts'
import { consoleDocument } from '../../../gate/pages/console/console-document.tsx'
import { may } from '../../../gate/pages/console/may.ts'
import type { Looks } from '../../../gate/pages/layout.tsx'
import { type Hosted, type PageProps, type Submission, type Visit, viewOf } from '../../../gate/pages/view.ts'
import { Redirect } from '../../../platform/kernel/endpoint.ts'
import { Facts } from '../../../platform/pages/components/facts.tsx'
import { Form, Refusal } from '../../../platform/pages/components/form.tsx'
import { Panel } from '../../../platform/pages/components/panel.tsx'
import { Time } from '../../../platform/pages/components/time.tsx'
import { settingsOf } from '../clients/client-settings.ts'
import type { ClientView } from '../clients/client-view.ts'
import { settle } from '../clients/settle-client.ts'
import { createClientSecret, endClientSecret } from '../flows/client-secrets.ts'
import { changeClient, deleteClient, getClient } from '../flows/clients.ts'
import { findClient } from '../steps/authenticate-client.ts'
import { subjectProblem } from '../steps/subject-problem.ts'
import { ClientEnding, ClientSecrets } from './client-acts.tsx'
import { LastSeen, PastePanel, SecretNotice } from './client-facts.tsx'
import { CLIENT_FIELDS, ClientFields, inputOf, refuseForm } from './client-form.tsx'

type Client = Static<typeof ClientView>

/** `/console/clients/{id}`. A new secret is shown in the answer to the form that made it, and nowhere else. */
export const clientPage = (looks: Looks): Hosted => ({
  path: `${pagePaths.consoleClients}/{id}`,
  for: 'administrators',
  scope: 'clients:read',
  shownAgain: CLIENT_FIELDS,
  show: async (visit) => shown(looks, visit, await visit.run(getClient, { params: visit.params })),

  actions: {
    async save(call) {
      const before = await findClient(call.deps.store, call.params['id'] ?? '')
      if (!before) return undefined
      const input = inputOf(call, before.kind)
      const { store, config } = call.deps
      const { settings, problems } = await settle(store, config, settingsOf(before), input)
      refuseForm(call, [...problems, ...(await subjectProblem(store, before, settings))])
      await call.run(changeClient, { params: call.params, body: input })
      return back(call, 'clientChanged')
    },

    async disable(call) {
      await call.run(changeClient, { params: call.params, body: { isDisabled: true } })
      return back(call, 'clientDisabled')
    },

    async enable(call) {
      await call.run(changeClient, { params: call.params, body: { isDisabled: false } })
      return back(call, 'clientEnabled')
    },

    async rotate(call) {
      const { client, secret } = await call.run(createClientSecret, { params: call.params })
      return shown(looks, { ...call, typed: {} }, client, secret)
    },

    async endOlder(call) {
      await call.run(endClientSecret, { params: call.params })
      return back(call, 'olderSecretEnded')
    },

    async remove(call) {
      await call.run(deleteClient, { params: call.params })
      return new Redirect(`${pagePaths.consoleClients}?done=clientRemoved`)
    },
  },
})

const back = ({ params }: Submission, done: string) => new Redirect(`${pagePaths.consoleClients}/${params['id']}?done=${done}`)

async function shown(looks: Looks, visit: Visit, client: Client, secret?: string) {
  const view = viewOf(visit)
  const words = view.t.console.clients
  const above = { href: pagePaths.consoleClients, words: words.title }
  const mayChange = may(visit, 'clients:write')
  return consoleDocument(
    { view, visit, looks, title: client.name, heading: <bdi>{client.name}</bdi>, above, hasTimes: true },
    <>
      {['disable', 'enable', 'rotate', 'endOlder', 'remove'].map((action) => (
        <Refusal key={action} form={{ view, visit, action }} />
      ))}
      {secret !== undefined && <SecretNotice view={view} client={client} secret={secret} />}
      <ClientPanel view={view} client={client} />
      {client.kind !== 'service' && (
        <PastePanel view={view} visit={visit} client={client} {...(secret !== undefined && { secret })} />
      )}
      {mayChange && (await Settings({ view, visit, client }))}
      {mayChange && client.secrets.length > 0 && <ClientSecrets view={view} visit={visit} client={client} />}
      {mayChange && <ClientEnding view={view} visit={visit} client={client} />}
    </>,
  )
}

function ClientPanel({ view, client }: Pick<PageProps, 'view'> & { readonly client: Client }) {
  const words = view.t.console.clients
  const state = client.disabledAt === null ? words.inUse : words.disabled
  return (
    <Panel
      id="facts"
      title={words.facts}
      state={<span class={client.disabledAt === null ? 'tag good' : 'tag bad'}>{state}</span>}
    >
      <Facts
        facts={[
          [words.clientId, <code>{client.id}</code>],
          [words.kind, words.kinds[client.kind]],
          [words.created, <Time view={view} at={client.createdAt} />],
        ]}
      />
      <p class="line">
        <LastSeen view={view} client={client} address={client.lastRefusedUri} />
      </p>
    </Panel>
  )
}

async function Settings({ view, visit, client }: PageProps & { readonly client: Client }) {
  const words = view.t.console.clients
  const form = { view, visit, action: 'save' } as const
  return (
    <Panel id="settings" title={words.settings}>
      <Form form={form} submit={words.form.save} isSentWhenBack>
        {await ClientFields({ view, visit, form, kind: client.kind, shown: client })}
      </Form>
    </Panel>
  )
}
