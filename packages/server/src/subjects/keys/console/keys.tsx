import type { Static } from 'typebox'
import { pagePaths } from '../../../gate/page-paths.ts'
import { consoleDocument } from '../../../gate/pages/console/console-document.tsx'
import { ScopeFields, scopeFields, scopesTicked } from '../../../gate/pages/console/scope-fields.tsx'
import type { Looks } from '../../../gate/pages/layout.tsx'
import { type Hosted, type PageProps, type Submission, type Visit, viewOf } from '../../../gate/pages/view.ts'
import { Redirect } from '../../../platform/kernel/endpoint.ts'
import { isScope, KEY_SCOPES } from '../../../platform/kernel/scopes.ts'
import { Acts } from '../../../platform/pages/components/acts.tsx'
import { ButtonForm } from '../../../platform/pages/components/button-form.tsx'
import { ConfirmPanel } from '../../../platform/pages/components/confirm-panel.tsx'
import { Field, Form, type FormState, Refusal } from '../../../platform/pages/components/form.tsx'
import { Icon } from '../../../platform/pages/components/icon.tsx'
import { Empty } from '../../../platform/pages/components/note.tsx'
import { Panel } from '../../../platform/pages/components/panel.tsx'
import { sentence } from '../../../platform/pages/components/sentence.ts'
import { Ago, Happened, Time } from '../../../platform/pages/components/time.tsx'
import { createApiKey, listApiKeys, revokeApiKey } from '../flows/keys.ts'
import type { KeyView } from '../views/key-view.ts'

/** `/console/keys`: a new key is shown in the answer to the form that made it, and nowhere else. */
export const keysPage = (looks: Looks): Hosted => ({
  path: pagePaths.consoleKeys,
  for: 'administrators',
  scope: 'none',
  shownAgain: ['name', ...scopeFields()],
  show: (visit) => shown(looks, visit),

  actions: {
    async create(call: Submission) {
      const scopes = scopesTicked(call.fields)
      const { key, apiKey } = await call.run(createApiKey, { body: { name: call.fields['name'], scopes } })
      return shown(looks, { ...call, typed: {} }, { key, name: apiKey.name })
    },

    async revoke(call: Submission) {
      await call.run(revokeApiKey, { params: { id: call.fields['id'] ?? '' } })
      return new Redirect(`${pagePaths.consoleKeys}?done=keyRevoked`)
    },
  },
})

async function shown(looks: Looks, visit: Visit, made?: { readonly key: string; readonly name: string }) {
  const view = viewOf(visit)
  const words = view.t.console.keys
  const { keys } = await visit.run(listApiKeys)
  const refusals = { invalid_input: words.noScope }
  const form: FormState = { view, visit, action: 'create', fields: { name_required: 'name' }, words: refusals }
  return consoleDocument(
    { view, visit, looks, title: words.title, hasTimes: keys.length > 0 },
    <>
      <Refusal form={{ view, visit, action: 'revoke' }} />
      {made && (
        // biome-ignore lint/a11y/noAutofocus: it is shown this once
        <div class="notice" role="status" tabIndex={-1} autoFocus>
          <Icon name="check" />
          <div>
            <p>{sentence(words.made, <bdi>{made.name}</bdi>)}</p>
            <p>
              <code class="secret">{made.key}</code>
            </p>
          </div>
        </div>
      )}
      <Panel id="create" title={words.create} lead={words.lead}>
        <Form form={form} submit={words.submit}>
          <Field form={form} name="name" label={words.name} autocomplete="off" />
          <ScopeFields view={view} visit={visit} form={form} legend={words.scopes} offered={KEY_SCOPES} />
        </Form>
      </Panel>
      <Panel id="all" title={words.list}>
        {keys.length === 0 && <Empty icon="key" words={words.none} />}
        {keys.length > 0 && (
          <ul class="things">
            {keys.map((apiKey) => (
              <KeyRow key={apiKey.id} view={view} visit={visit} apiKey={apiKey} />
            ))}
          </ul>
        )}
      </Panel>
    </>,
  )
}

function KeyRow({ view, visit, apiKey }: PageProps & { readonly apiKey: Static<typeof KeyView> }) {
  const words = view.t.console.keys
  const { id, name, scopes, createdBy, createdAt, lastUsedAt, revokedAt } = apiKey
  const account = visit.caller?.account
  const mayRevoke = account?.adminScopes === undefined || account.id === createdBy
  const revoke = { view, visit, action: 'revoke' }
  return (
    <li>
      <div class="thing">
        <Icon name="key" />
        <div>
          <p id={`key-${id}`}>
            <b>
              <bdi>{name}</bdi>
            </b>{' '}
            <span class={revokedAt === null ? 'tag good' : 'tag'}>{revokedAt === null ? words.inUse : words.revoked}</span>
          </p>
          <p class="line">
            {scopes.map((scope) => (
              <span key={scope}>
                {isScope(scope) && view.t.console.may[scope]} <code>{scope}</code>
              </span>
            ))}
          </p>
          <p class="line">
            <Time view={view} label={words.created} at={createdAt} />
            <Happened
              view={view}
              label={words.lastUsed}
              when={lastUsedAt === null ? words.never : <Ago view={view} at={lastUsedAt} />}
            />
          </p>
        </div>
      </div>
      {revokedAt === null && mayRevoke && (
        <Acts>
          <ConfirmPanel summary={words.revoke} title={words.revokeTitle}>
            <p>{sentence(words.revokeConsequence, <bdi>{name}</bdi>)}</p>
            <ButtonForm form={revoke} submit={words.revokeSubmit} hidden={{ id }} tone="danger" hasCancel />
          </ConfirmPanel>
        </Acts>
      )}
    </li>
  )
}
