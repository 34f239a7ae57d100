import { describe, expect, it } from 'vitest'
import { idOf, signedInAsAdmin } from '../../../../test/support/administered.ts'
import { written } from '../../../../test/support/sealed.ts'
import { toldEndpoint } from '../../../../test/support/told-endpoint.ts'
import { tell } from '../../../../test/support/webhook-receiver.ts'
import type { World } from '../../../../test/support/world.ts'

const NONE = '01890000-0000-7000-8000-000000000000'

const countOf = async ({ sql }: Pick<World, 'sql'>, table: string): Promise<number> =>
  Number((await sql(`SELECT COUNT(*) AS total FROM ${table}`))[0]?.['total'])

describe('administrators who all call at once', () => {
  it('make no more webhooks than there may be', async () => {
    const here = await toldEndpoint()
    const eve = await signedInAsAdmin(here, 'eve@example.com')
    const make = (who: typeof eve) => who.post('/admin/webhooks', { url: here.receiver.url, types: ['*'] })
    for (let n = 1; n < 18; n++) expect((await make(here.root)).status).toBe(201)
    const made = await Promise.all(Array.from({ length: 8 }, (_, n) => make(n % 2 ? here.root : eve)))
    expect(made.filter(({ status }) => status === 201)).toHaveLength(2)
    expect(new Set(made.filter(({ status }) => status !== 201).map(({ body }) => body.error))).toEqual(
      new Set(['too_many_webhooks']),
    )
    expect(await countOf(here, 'webhooks')).toBe(20)
  })

  it('leave a webhook whole, or none, and its last two secrets alone sign', async () => {
    const here = await toldEndpoint()
    const { root, url, receiver } = here
    await written(here, 6)
    await tell(here)
    const [first] = await here.deliveries()
    const acts = [
      () => root.send('PATCH', url, { types: ['user.created', 'user.created', '*'] }),
      () => root.send('PATCH', url, { enabled: true }),
      () => root.post(`${url}/secret`),
      () => root.post(`${url}/replay`, { fromSequence: 0 }),
      () => root.post(`${url}/deliveries/${first.eventId}/retry`),
    ]
    const replies = await Promise.all(Array.from({ length: 20 }, (_, n) => acts[n % acts.length]?.()))
    expect(replies.map((reply) => reply?.status)).toEqual(replies.map((_, n) => (n % acts.length === 2 ? 201 : 200)))
    expect((await here.look()).types).toEqual(['user.created', '*'])
    receiver.received.length = 0
    await here.idle()
    await root.post(`${url}/replay`, { fromSequence: 0, toSequence: first.sequence })
    await tell(here)
    const known = replies.flatMap((reply) => reply?.body.secret ?? [])
    const sign = await Promise.all(known.map((secret) => here.verified(receiver.received.at(-1), secret)))
    expect(sign.filter((status) => status === 'verified')).toHaveLength(2)
    expect(await here.verified(receiver.received.at(-1))).toBe('refused')
    const ended = await Promise.all([...acts, () => root.delete(url), ...acts, () => root.delete(url)].map((act) => act()))
    for (const { status } of ended) expect([200, 201, 404]).toContain(status)
    expect([await countOf(here, 'webhooks'), await countOf(here, 'webhook_deliveries')]).toEqual([0, 0])
  })
})

describe('a webhook that another administrator leads elsewhere', () => {
  it('is of that one from then on, which the others are told, and ends with the power of that one', async () => {
    const here = await toldEndpoint()
    const { url, receiver, sql, mail } = here
    const eve = await signedInAsAdmin(here, 'eve@example.com')
    const told = () => mail.mails.filter(({ subject }) => subject?.includes('New webhook')).length
    await here.outbox.idle()
    const before = told()
    await eve.send('PATCH', url, { description: 'Other' })
    expect((await eve.send('PATCH', url, { url: receiver.url.replace('127.0.0.1', '127.0.0.2') })).body.secret).toMatch(/^whsec_/)
    expect(await sql(`SELECT created_by FROM webhooks`)).toEqual([{ created_by: await idOf(eve) }])
    await here.outbox.idle()
    expect(told()).toBeGreaterThan(before)
    await sql(`UPDATE accounts SET role = 'user' WHERE email = 'eve@example.com'`)
    await tell(here)
    expect(await here.look()).toMatchObject({ disabledReason: 'maker_without_power' })
  })
})

describe('what makes no sense', () => {
  it('is refused, whatever number, id or list it is', async () => {
    const here = await toldEndpoint()
    const { root, url, ada } = here
    await here.signedUp('b@example.com')
    await tell(here)
    const { body } = await root.post('/admin/webhooks', { url: here.receiver.url, types: ['*'] })
    const [delivery] = await here.deliveries()
    for (const range of [{ fromSequence: -1 }, { fromSequence: 5, toSequence: 4 }, { fromSequence: 0, toSequence: 10_000 }, {}])
      expect([range, (await root.post(`${url}/replay`, range)).status]).toEqual([range, 400])
    for (const odd of ['1 OR 1=1', 1.5, null, [0], {}, true])
      expect([odd, (await root.post(`${url}/replay`, { fromSequence: odd })).status]).toEqual([odd, 400])
    for (const far of [2 ** 31, 2 ** 53, 1e300]) {
      const { status, body: answer } = await root.post(`${url}/replay`, { fromSequence: far })
      expect([far, [200, 400].includes(status), answer.events ?? 0]).toEqual([far, true, 0])
    }
    for (const types of [[], ['*', 'user.exploded'], ['user.created\n'], [1], 'user.created', { 0: '*' }])
      expect([types, (await root.send('PATCH', url, { types })).status]).toEqual([types, 400])
    const others = `/admin/webhooks/${body.webhook.id}/deliveries`
    for (const eventId of [delivery.eventId, NONE, '%27', 'a'.repeat(400), `${delivery.eventId}%00`])
      expect([404, 400, 414]).toContain((await root.post(`${others}/${eventId}/retry`)).status)
    for (const id of [NONE, '%27', '..%2f', 'A'.repeat(90)])
      for (const path of ['/test', '/secret', '/replay'])
        expect([404, 400, 414]).toContain((await root.post(`/admin/webhooks/${id}${path}`, { fromSequence: 0 })).status)
    for (const path of ['/test', '/secret']) expect((await ada.post(`${url}${path}`)).status).toBe(403)
  })

  it('opens nothing to a key without the scope', async () => {
    const { root, url, app } = await toldEndpoint()
    const { body } = await root.post('/admin/keys', { name: 'reader', scopes: ['audit:read'] })
    const headers = { authorization: `Bearer ${body.key}` }
    for (const [method, path] of [
      ['GET', ''],
      ['DELETE', ''],
      ['POST', '/test'],
      ['POST', '/secret'],
      ['GET', '/deliveries'],
    ] as const) {
      const reply = await app.inject({ method, url: `${url}${path}`, headers })
      expect([path, reply.statusCode, reply.json().error]).toEqual([path, 403, 'insufficient_scope'])
    }
  })
})
