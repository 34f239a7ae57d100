import { pagePaths } from '../../../gate/page-paths.ts'
import { consoleDocument } from '../../../gate/pages/console/console-document.tsx'
import type { Looks } from '../../../gate/pages/layout.tsx'
import { type Hosted, type PageProps, type Visit, viewOf } from '../../../gate/pages/view.ts'
import { Redirect } from '../../../platform/kernel/endpoint.ts'
import type { Texts } from '../../../platform/kernel/hosted-page.ts'
import { ChoiceField } from '../../../platform/pages/components/choice-field.tsx'
import { Field, Form } from '../../../platform/pages/components/form.tsx'
import { Panel } from '../../../platform/pages/components/panel.tsx'
import { CLIENT_KINDS, type ClientKind } from '../clients/client.ts'
import { isClientId } from '../clients/client-id.ts'
import { fromPreset, PRESETS, presetOf } from '../clients/presets.ts'
import { addressProblem } from '../clients/redirect-uri.ts'
import { settle, usual } from '../clients/settle-client.ts'
import { createClient } from '../flows/clients.ts'
import { PastePanel, SecretNotice } from './client-facts.tsx'
import { CLIENT_FIELDS, ClientFields, inputOf, refuseForm, type Shown } from './client-form.tsx'

/** `/console/clients/new`: which application it is, then its form; the secret is shown in the answer, and nowhere else. */
export const newClientPage = (looks: Looks): Hosted => ({
  path: pagePaths.consoleNewClient,
  for: 'administrators',
  scope: 'clients:write',
  shownAgain: ['which', 'address', 'kind', ...CLIENT_FIELDS],

  async show(visit) {
    const view = viewOf(visit)
    const words = view.t.console.clients
    const above = { href: pagePaths.consoleClients, words: words.title }
    const kind = kindIn(visit.typed) ?? kindIn(visit.query)
    return consoleDocument(
      { view, visit, looks, title: words.create, above },
      kind === undefined ? <Choice view={view} visit={visit} /> : await NewForm({ view, visit, kind }),
    )
  },

  actions: {
    /** The choice goes into the address, where the form of the next page finds it. */
    async start(call) {
      const { which = '', address = '' } = call.fields
      const kind = presetOf(which) ? 'web' : (CLIENT_KINDS.find((one) => one === which) ?? 'web')
      const isBad = address.trim() !== '' && addressProblem(address.trim())
      if (isBad) refuseForm(call, [{ field: 'address', code: isBad }])
      if (presetOf(which) && address.trim() === '') refuseForm(call, [{ field: 'address', code: 'uris_missing' }])
      return new Redirect(`${pagePaths.consoleNewClient}?${new URLSearchParams({ kind, which, address: address.trim() })}`)
    },

    async create(call) {
      const kind = kindIn(call.fields) ?? 'web'
      const input = inputOf(call, kind)
      const { problems } = await settle(call.deps.store, call.deps.config, kind, input)
      const id = call.fields['id']?.trim() ?? ''
      refuseForm(call, [...problems, ...(id === '' || isClientId(id) ? [] : [{ field: 'id', code: 'id_form' } as const])])
      const { client, secret } = await call.run(createClient, { body: { ...input, kind, id } })
      const view = viewOf(call)
      const words = view.t.console.clients
      const above = { href: pagePaths.consoleClients, words: words.title }
      return consoleDocument(
        { view, visit: call, looks, title: client.name, heading: <bdi>{client.name}</bdi>, above },
        <>
          <SecretNotice view={view} client={client} secret={secret} isNew />
          <PastePanel view={view} visit={call} client={client} secret={secret} />
        </>,
      )
    },
  },
})

const kindIn = ({ kind }: Texts): ClientKind | undefined => CLIENT_KINDS.find((one) => one === kind)

function Choice({ view, visit }: PageProps) {
  const words = view.t.console.clients
  const { choose } = words
  const options = [
    ...PRESETS.map(({ id, name }) => ({ value: id, words: name })),
    ...CLIENT_KINDS.map((kind) => ({ value: kind, words: choose.another(words.kinds[kind]) })),
  ]
  const form = { view, visit, action: 'start' }
  return (
    <Panel id="choose" title={choose.title} lead={choose.lead}>
      <Form form={form} submit={choose.submit}>
        <ChoiceField form={form} name="which" label={choose.which} options={options} />
        <Field form={form} name="address" label={choose.address} hint={choose.addressHint} autocomplete="url" isOptional />
      </Form>
    </Panel>
  )
}

async function NewForm({ view, visit, kind }: PageProps & { readonly kind: ClientKind }) {
  const words = view.t.console.clients
  const form = { view, visit, action: 'create', fields: { client_exists: 'id' } } as const
  return (
    <Panel id="create" title={words.kinds[kind]} lead={words.kindLead[kind]}>
      <Form form={form} submit={words.form.create} hidden={{ kind }} isSentWhenBack hasCancel>
        {await ClientFields({ view, visit, form, kind, shown: await beginningWith(visit, kind), isNew: true })}
      </Form>
    </Panel>
  )
}

/** What the address of an application that is known here says of it. */
async function beginningWith({ query, deps: { store, config } }: Visit, kind: ClientKind): Promise<Shown> {
  const { which = '', address = '' } = query
  const preset = presetOf(which)
  const filled = preset ? fromPreset(preset, address) : { homeUrl: address }
  const { settings } = await settle(store, config, { ...usual(kind), name: '' }, filled)
  const { homeUrl = null, logoutUri = null } = settings
  const lists = { redirectUris: [...settings.redirectUris], postLogoutUris: [...settings.postLogoutUris] }
  return { ...settings, ...lists, scopes: [...settings.scopes], audiences: [], demands: {}, homeUrl, logoutUri }
}
