import { pagePaths } from '../../../gate/page-paths.ts'
import { consoleDocument } from '../../../gate/pages/console/console-document.tsx'
import { pageQueryIn } from '../../../gate/pages/console/pager.tsx'
import type { Looks } from '../../../gate/pages/layout.tsx'
import { type Hosted, type PageProps, type Submission, type Visit, viewOf } from '../../../gate/pages/view.ts'
import { Redirect } from '../../../platform/kernel/endpoint.ts'
import { Facts } from '../../../platform/pages/components/facts.tsx'
import { Form, Refusal } from '../../../platform/pages/components/form.tsx'
import { Success } from '../../../platform/pages/components/notice.tsx'
import { Panel } from '../../../platform/pages/components/panel.tsx'
import { Time } from '../../../platform/pages/components/time.tsx'
import { changeWebhook } from '../flows/change-webhook.ts'
import { deleteWebhook } from '../flows/delete-webhook.ts'
import { getWebhook } from '../flows/list-webhooks.ts'
import { replayWebhook } from '../flows/replay-webhook.ts'
import { testWebhook } from '../flows/test-webhook.ts'
import { listWebhookDeliveries, retryWebhookDelivery } from '../flows/webhook-deliveries.ts'
import { createWebhookSecret, endPreviousWebhookSecret } from '../flows/webhook-secrets.ts'
import { findWebhook } from '../steps/read-webhook.ts'
import { Deliveries } from './deliveries.tsx'
import { WebhookEnding, WebhookReplay, WebhookSecrets, WebhookTest } from './webhook-acts.tsx'
import { Health, SecretNotice, type Shown, StatusTag, Told } from './webhook-facts.tsx'
import { inputOf, WEBHOOK_FIELDS, WebhookFields, webhookForm } from './webhook-form.tsx'

interface Said {
  readonly secret?: string | undefined
  /** What became of a test or of a replay, in words. */
  readonly words?: string
}

/** `/console/webhooks/{id}`. A new secret is shown in the answer to the form that made it, and nowhere else. */
export const webhookPage = (looks: Looks): Hosted => ({
  path: `${pagePaths.consoleWebhooks}/{id}`,
  for: 'administrators',
  scope: 'webhooks:write',
  shownAgain: [...WEBHOOK_FIELDS, 'from', 'to'],
  show: async (visit) => shown(looks, visit, await visit.run(getWebhook, { params: visit.params })),

  actions: {
    async save(call) {
      const { webhook, secret } = await call.run(changeWebhook, { params: call.params, body: inputOf(call.fields) })
      return secret === undefined ? back(call, 'webhookChanged') : answered(looks, call, webhook, { secret })
    },

    async disable(call) {
      await call.run(changeWebhook, { params: call.params, body: { enabled: false } })
      return back(call, 'webhookDisabled')
    },

    async enable(call) {
      await call.run(changeWebhook, { params: call.params, body: { enabled: true } })
      return back(call, 'webhookEnabled')
    },

    async rotate(call) {
      const { webhook, secret } = await call.run(createWebhookSecret, { params: call.params })
      return answered(looks, call, webhook, { secret })
    },

    async endOlder(call) {
      await call.run(endPreviousWebhookSecret, { params: call.params })
      return back(call, 'webhookSecretEnded')
    },

    async test(call) {
      const { outcome, ms } = await call.run(testWebhook, { params: call.params })
      const { tested } = viewOf(call).t.console.webhooks
      return answered(looks, call, await call.run(getWebhook, { params: call.params }), { words: tested(outcome, String(ms)) })
    },

    async retry(call) {
      const params = { ...call.params, eventId: call.fields['eventId'] ?? '' }
      await call.run(retryWebhookDelivery, { params })
      return back(call, 'webhookRetried')
    },

    async replay(call) {
      const { from = '', to = '' } = call.fields
      const body = { fromSequence: numberOf(from), ...(to.trim() !== '' && { toSequence: numberOf(to) }) }
      const { events } = await call.run(replayWebhook, { params: call.params, body })
      const { replayed } = viewOf(call).t.console.webhooks
      return answered(looks, call, await call.run(getWebhook, { params: call.params }), { words: replayed(String(events)) })
    },

    async remove(call) {
      await call.run(deleteWebhook, { params: call.params })
      return new Redirect(`${pagePaths.consoleWebhooks}?done=webhookRemoved`)
    },
  },
})

/** Below zero, which is no number of an event, where it is none. */
const numberOf = (typed: string): number => (/^\d{1,15}$/.test(typed.trim()) ? Number(typed) : -1)

const back = ({ params }: Submission, done: string) => new Redirect(`${pagePaths.consoleWebhooks}/${params['id']}?done=${done}`)

const answered = (looks: Looks, call: Submission, webhook: Shown, said: Said) =>
  shown(looks, { ...call, typed: {} }, webhook, said)

const ACTIONS = ['disable', 'enable', 'rotate', 'endOlder', 'test', 'retry', 'remove']

async function shown(looks: Looks, visit: Visit, webhook: Shown, said: Said = {}) {
  const view = viewOf(visit)
  const words = view.t.console.webhooks
  const above = { href: pagePaths.consoleWebhooks, words: words.title }
  const name = webhook.description ?? webhook.url
  const { previousUntil = 0 } = await findWebhook(visit.deps.store, webhook.id)
  const isRotating = previousUntil > visit.deps.clock.now()
  const { limit, offset = '' } = pageQueryIn(visit.query, '25')
  const query = { limit, ...(/^\d{1,9}$/.test(offset) && { offset }) }
  const found = await visit.run(listWebhookDeliveries, { params: { id: webhook.id }, query })
  const parts = { view, visit, webhook }
  return consoleDocument(
    { view, visit, looks, title: name, heading: <bdi>{name}</bdi>, above, hasTimes: true },
    <>
      {ACTIONS.map((action) => (
        <Refusal key={action} form={{ view, visit, action }} />
      ))}
      {said.secret !== undefined && <SecretNotice view={view} secret={said.secret} />}
      {said.words !== undefined && <Success words={said.words} />}
      <FactsPanel {...parts} />
      <Deliveries {...parts} found={found} />
      <WebhookReplay {...parts} />
      <Settings {...parts} />
      <WebhookSecrets {...parts} isRotating={isRotating} />
      <WebhookEnding {...parts} />
    </>,
  )
}

function FactsPanel({ view, visit, webhook }: PageProps & { readonly webhook: Shown }) {
  const words = view.t.console.webhooks
  return (
    <Panel id="facts" title={words.facts} state={<StatusTag view={view} webhook={webhook} />}>
      <Facts
        facts={[
          [words.form.url, <code class="address">{webhook.url}</code>],
          [words.form.types, <Told types={webhook.types} everything={words.form.everything} />],
          [words.created, <Time view={view} at={webhook.createdAt} />],
        ]}
      />
      <p class="line">
        <Health view={view} webhook={webhook} />
      </p>
      <WebhookTest view={view} visit={visit} webhook={webhook} />
    </Panel>
  )
}

function Settings({ view, visit, webhook }: PageProps & { readonly webhook: Shown }) {
  const words = view.t.console.webhooks
  const form = webhookForm({ view, visit }, 'save')
  return (
    <Panel id="settings" title={words.settings} lead={words.settingsLead}>
      <Form form={form} submit={words.form.save} isSentWhenBack>
        <WebhookFields view={view} visit={visit} form={form} shown={webhook} />
      </Form>
    </Panel>
  )
}
