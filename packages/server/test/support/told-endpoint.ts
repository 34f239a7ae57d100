import { expect } from 'vitest'
import { verifyWebhook } from '../../../client/src/server.ts'
import { administered } from './administered.ts'
import { RECEIVERS, type Received, tell, webhookReceiver } from './webhook-receiver.ts'

/** An administrator, and an endpoint that has heard what came before. */
export async function toldEndpoint(types: readonly string[] = ['*'], env: Record<string, string> = {}, databaseUrl?: string) {
  const here = await administered({ ...RECEIVERS, ...env }, databaseUrl)
  const receiver = await webhookReceiver()
  await tell(here)
  const { body, status } = await here.root.post('/admin/webhooks', { url: receiver.url, types, description: 'Billing' })
  expect(status).toBe(201)
  const url = `/admin/webhooks/${body.webhook.id}`
  await tell(here)
  receiver.received.length = 0
  const look = async () => (await here.root.get(url)).body
  const deliveries = async () => (await here.root.get(`${url}/deliveries?limit=100`)).body.deliveries
  const wait = async (ms: number) => {
    here.clock.advance(ms)
    await here.root.post('/auth/refresh')
    await tell(here)
  }
  const verified = async (one: Received | undefined, known: string = body.secret) =>
    (await verifyWebhook({ headers: one?.headers ?? {}, body: one?.body ?? '' }, known, here.clock.now())).status
  return { ...here, verified, receiver, secret: body.secret as string, url, look, deliveries, wait }
}
