import type { Browser } from '../support/browser.ts'
import type { World } from '../support/world.ts'
import { administrator, byAdmin, UNKNOWN } from './administering.ts'
import type { Run, Walk } from './cases.ts'
import { newAddress, send } from './preparing.ts'

const CREATE = 'POST /admin/webhooks'
const HOOK = { url: 'https://192.88.98.1:8443/hooks', types: ['*'] }
const NOBODYS = `/admin/webhooks/${UNKNOWN}`

interface Made {
  readonly here: World
  readonly browser: Browser
  readonly id: string
}

/** An administrator with a webhook, which is removed again: there are few at most. */
const withOne =
  (ask: (made: Made) => ReturnType<Run>): Run =>
  async (here) => {
    const { browser } = await administrator(here)
    const { body } = await browser.post('/admin/webhooks', HOOK)
    const { id } = body.webhook
    return ask({ here, browser, id }).finally(() => here.sql(`DELETE FROM webhooks WHERE id = ?`, [id]))
  }

const aboutOne = (method: string, rest = '', body?: unknown): Run =>
  withOne(({ browser, id }) => send(browser, `${method} /admin/webhooks/${id}${rest}`, body))

const disabled = (rest: string, body?: unknown): Run =>
  withOne(async ({ here, browser, id }) => {
    await delivered(here, id)
    await here.sql(`UPDATE webhooks SET disabled_at = 1 WHERE id = ?`, [id])
    return send(browser, `POST /admin/webhooks/${id}${rest}`, body)
  })

const delivered = (here: World, id: string) =>
  here.sql(
    `INSERT INTO webhook_deliveries (id, webhook_id, event_id, sequence, type, created_at, attempts, next_attempt_at, leased_until)
     VALUES (?, ?, ?, 0, 'user.created', 1, 0, 1, 0)`,
    [`${id}.${UNKNOWN}`, id, UNKNOWN],
  )

const retry = `/deliveries/${UNKNOWN}/retry`
const missing = (method: string, rest = '', body?: unknown) => ({
  webhook_not_found: byAdmin(`${method} ${NOBODYS}${rest}`, body),
})
const refusedInput = (ask: (body: object) => Run) => ({
  invalid_url: ask({ ...HOOK, url: 'ftp://example.com' }),
  address_not_allowed: ask({ ...HOOK, url: 'https://127.0.0.1/' }),
  invalid_event_type: ask({ ...HOOK, types: ['user.exploded'] }),
  invalid_input: ask({ ...HOOK, description: 'two\nlines' }),
})

export const webhooks = {
  createWebhook: {
    well: withOne(({ browser }) => browser.post('/admin/webhooks', { ...HOOK, description: newAddress() })),
    ...refusedInput((body) => byAdmin(CREATE, body)),
    too_many_webhooks: async (here) => {
      const { browser } = await administrator(here)
      for (;;) {
        const reply = await browser.post('/admin/webhooks', HOOK)
        if (reply.status === 201) continue
        await here.sql(`DELETE FROM webhooks`)
        return reply
      }
    },
  },
  listWebhooks: { well: withOne(({ browser }) => browser.get('/admin/webhooks')) },
  getWebhook: { well: aboutOne('GET'), ...missing('GET') },
  changeWebhook: {
    well: aboutOne('PATCH', '', { url: 'https://192.88.98.2/', types: ['user.created'], enabled: false }),
    ...refusedInput((body) => aboutOne('PATCH', '', body)),
    ...missing('PATCH', '', {}),
  },
  deleteWebhook: { well: aboutOne('DELETE'), ...missing('DELETE') },
  createWebhookSecret: { well: aboutOne('POST', '/secret'), ...missing('POST', '/secret') },
  endPreviousWebhookSecret: { well: aboutOne('DELETE', '/secret/previous'), ...missing('DELETE', '/secret/previous') },
  testWebhook: {
    well: withOne(async ({ here, browser, id }) => {
      await here.sql(`UPDATE webhooks SET url = 'https://127.0.0.1/' WHERE id = ?`, [id])
      return browser.post(`/admin/webhooks/${id}/test`)
    }),
    ...missing('POST', '/test'),
  },
  listWebhookDeliveries: {
    well: withOne(async ({ here, browser, id }) => {
      await delivered(here, id)
      return browser.get(`/admin/webhooks/${id}/deliveries`)
    }),
    invalid_input: aboutOne('GET', '/deliveries?limit=many'),
    ...missing('GET', '/deliveries'),
  },
  retryWebhookDelivery: {
    well: withOne(async ({ here, browser, id }) => {
      await delivered(here, id)
      return browser.post(`/admin/webhooks/${id}${retry}`)
    }),
    delivery_not_found: aboutOne('POST', retry),
    webhook_disabled: disabled(retry),
    ...missing('POST', retry),
  },
  replayWebhook: {
    well: aboutOne('POST', '/replay', { fromSequence: 0 }),
    invalid_input: aboutOne('POST', '/replay', { fromSequence: 0, toSequence: 10_000 }),
    webhook_disabled: disabled('/replay', { fromSequence: 0 }),
    ...missing('POST', '/replay', { fromSequence: 0 }),
  },
} satisfies Partial<Walk>
