import type { Static } from 'typebox'
import { pagePaths } from '../../../gate/page-paths.ts'
import { consoleDocument } from '../../../gate/pages/console/console-document.tsx'
import type { Looks } from '../../../gate/pages/layout.tsx'
import { type Hosted, type PageProps, type Submission, type Visit, viewOf } from '../../../gate/pages/view.ts'
import { Redirect } from '../../../platform/kernel/endpoint.ts'
import { isScope, SCOPES } from '../../../platform/kernel/scopes.ts'
import { Acts } from '../../../platform/pages/components/acts.tsx'
import { ButtonForm } from '../../../platform/pages/components/button-form.tsx'
import { Check } from '../../../platform/pages/components/check.tsx'
import { ConfirmPanel } from '../../../platform/pages/components/confirm-panel.tsx'
import { Field, Form, type FormState, Refusal } from '../../../platform/pages/components/form.tsx'
import { Icon } from '../../../platform/pages/components/icon.tsx'
import { Empty } from '../../../platform/pages/components/note.tsx'
import { Panel } from '../../../platform/pages/components/panel.tsx'
import { sentence } from '../../../platform/pages/components/sentence.ts'
import { Ago, Happened, Time } from '../../../platform/pages/components/time.tsx'
import { createApiKey, listApiKeys, revokeApiKey } from '../flows/keys.ts'
import type { KeyView } from '../views/key-view.ts'

/** The name of a form field has no colon. */
const fieldOf = (scope: string): string => scope.replace(':', '-')

/** `/console/keys`: a new key is shown in the answer to the form that made it, and nowhere else. */
export const keysPage = (looks: Looks): Hosted => ({
  path: pagePaths.consoleKeys,
  for: 'administrators',
  shownAgain: ['name', ...SCOPES.map(fieldOf)],
  show: (visit) => shown(looks, visit),

  actions: {
    async create(call: Submission) {
      const scopes = SCOPES.filter((scope) => call.fields[fieldOf(scope)] !== undefined)
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
          <fieldset>
            <legend>{words.scopes}</legend>
            {SCOPES.map((scope) => (
              <Check key={scope} form={form} name={fieldOf(scope)} label={words.may[scope]} code={scope} />
            ))}
          </fieldset>
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
  const { id, name, scopes, createdAt, lastUsedAt, revokedAt } = apiKey
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
                {isScope(scope) && words.may[scope]} <code>{scope}</code>
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
      {revokedAt === null && (
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
