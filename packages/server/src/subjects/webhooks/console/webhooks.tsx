import { pagePaths } from '../../../gate/page-paths.ts'
import { consoleDocument } from '../../../gate/pages/console/console-document.tsx'
import type { Looks } from '../../../gate/pages/layout.tsx'
import { type Hosted, type Submission, type Visit, viewOf } from '../../../gate/pages/view.ts'
import { Form } from '../../../platform/pages/components/form.tsx'
import { Icon } from '../../../platform/pages/components/icon.tsx'
import { Empty } from '../../../platform/pages/components/note.tsx'
import { Panel } from '../../../platform/pages/components/panel.tsx'
import { createWebhook } from '../flows/create-webhook.ts'
import { listWebhooks } from '../flows/list-webhooks.ts'
import { Health, SecretNotice, type Shown, StatusTag } from './webhook-facts.tsx'
import { inputOf, WEBHOOK_FIELDS, WebhookFields, webhookForm } from './webhook-form.tsx'

/** `/console/webhooks`: a secret is shown in the answer to the form that made it, and nowhere else. */
export const webhooksPage = (looks: Looks): Hosted => ({
  path: pagePaths.consoleWebhooks,
  for: 'administrators',
  scope: 'webhooks:write',
  shownAgain: WEBHOOK_FIELDS,
  show: (visit) => shown(looks, visit),

  actions: {
    async create(call: Submission) {
      const { secret } = await call.run(createWebhook, { body: inputOf(call.fields) })
      return shown(looks, { ...call, typed: {} }, secret)
    },
  },
})

async function shown(looks: Looks, visit: Visit, secret?: string) {
  const view = viewOf(visit)
  const words = view.t.console.webhooks
  const { webhooks } = await visit.run(listWebhooks)
  const form = webhookForm({ view, visit }, 'create')
  return consoleDocument(
    { view, visit, looks, title: words.title, hasTimes: webhooks.length > 0 },
    <>
      {secret !== undefined && <SecretNotice view={view} secret={secret} />}
      <Panel id="all" title={words.list} lead={words.lead}>
        {webhooks.length === 0 && <Empty icon="link" words={words.none} />}
        {webhooks.length > 0 && (
          <ul class="things">
            {webhooks.map((webhook) => (
              <Row key={webhook.id} view={view} webhook={webhook} />
            ))}
          </ul>
        )}
      </Panel>
      <Panel id="create" title={words.create}>
        <Form form={form} submit={words.form.create} isSentWhenBack>
          <WebhookFields view={view} visit={visit} form={form} />
        </Form>
      </Panel>
    </>,
  )
}

const Row = ({ view, webhook }: { readonly view: ReturnType<typeof viewOf>; readonly webhook: Shown }) => (
  <li>
    <div class="thing">
      <Icon name="link" />
      <div>
        <p>
          <a href={`${pagePaths.consoleWebhooks}/${webhook.id}`}>
            <bdi>{webhook.description ?? webhook.url}</bdi>
          </a>{' '}
          <StatusTag view={view} webhook={webhook} />
        </p>
        <p class="line">
          <code class="address">{webhook.url}</code>
        </p>
        <p class="line">
          <Health view={view} webhook={webhook} />
        </p>
      </div>
    </div>
  </li>
)
