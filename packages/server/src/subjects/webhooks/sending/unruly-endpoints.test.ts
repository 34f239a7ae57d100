import { describe, expect, it } from 'vitest'
import { written } from '../../../../test/support/sealed.ts'
import { toldEndpoint } from '../../../../test/support/told-endpoint.ts'
import { tell } from '../../../../test/support/webhook-receiver.ts'
import { DAY_MS, HOUR_MS } from '../../../platform/kernel/clock.ts'

const MINUTE = 60_000
const LADDER = [5000, 5 * MINUTE, 30 * MINUTE, ...[2, 5, 10, 14, 20, 24].map((hours) => hours * HOUR_MS)]
type Endpoint = Awaited<ReturnType<typeof toldEndpoint>>

const LAST = `FROM webhook_deliveries WHERE done_at IS NULL ORDER BY sequence LIMIT 1`

/** The clocks of a database and of the service agree to a second. */
const NEAR = 1000

/** When what is open is tried next: nothing is sent before. */
async function untilNext({ sql, clock, receiver, ...here }: Endpoint): Promise<number> {
  const [row] = await sql(`SELECT next_attempt_at AS at ${LAST}`)
  const before = receiver.received.length
  const pause = Number(row?.['at']) - clock.now()
  clock.advance(pause - NEAR)
  await tell(here)
  expect(receiver.received).toHaveLength(before)
  clock.advance(2 * NEAR)
  return pause
}

/** So many things that an endpoint has to be told in a year. */
const waiting = ({ sql, clock }: Endpoint, count: number) =>
  sql(
    `INSERT INTO webhook_deliveries (id, webhook_id, event_id, sequence, type, created_at, attempts, next_attempt_at, leased_until)
     SELECT webhooks.id || '.w' || n.column1, webhooks.id, 'w' || n.column1, 0, 'user.created', 1, 0, ${clock.now() + 365 * DAY_MS}, 0
     FROM webhooks, (VALUES ${Array.from({ length: count }, (_, n) => `(${n})`).join(', ')}) AS n`,
  )

const countOf = async ({ sql }: Endpoint, condition: string): Promise<number> => {
  const [row] = await sql(`SELECT COUNT(*) AS total FROM webhook_deliveries WHERE ${condition}`)
  return Number(row?.['total'])
}

describe('an endpoint that is down', () => {
  it('is tried again by the schedule, three days long, and told all the same once it is enabled', async () => {
    const here = await toldEndpoint()
    const { receiver, sql, clock, mail } = here
    receiver.answers((response) => response.writeHead(500).end())
    await here.ada.post('/auth/logout')
    await tell(here)
    const failingSince = clock.now()
    for (const rung of LADDER.slice(0, -1)) {
      const pause = await untilNext(here)
      expect(pause).toBeGreaterThanOrEqual(rung * 0.9 - NEAR)
      expect(pause).toBeLessThanOrEqual(rung * 1.1 + NEAR)
      await tell(here)
    }
    expect(receiver.received).toHaveLength(LADDER.length)
    await untilNext(here)
    expect(Math.abs(clock.now() - failingSince - 3 * DAY_MS)).toBeLessThanOrEqual(2 * NEAR)
    expect(await sql(`SELECT disabled_reason FROM webhooks`)).toEqual([{ disabled_reason: null }])
    await tell(here)
    expect(await sql(`SELECT disabled_reason FROM webhooks`)).toEqual([{ disabled_reason: 'unreachable' }])
    await expect.poll(() => mail.mails.filter(({ subject }) => subject?.includes('disabled'))).toHaveLength(1)
    const ids = new Set(receiver.received.map(({ headers }) => headers['webhook-id']))
    receiver.answers((response) => response.writeHead(204).end())
    await sql(`UPDATE webhooks SET disabled_at = NULL, failing_since = NULL, paused_until = 0`)
    await sql(`UPDATE webhook_deliveries SET next_attempt_at = 0 WHERE done_at IS NULL`)
    receiver.received.length = 0
    await tell(here)
    expect(ids.size).toBe(1)
    expect(receiver.received.map(({ headers }) => headers['webhook-id'])).toEqual(expect.arrayContaining([...ids]))
  })

  it('keeps a thousand open deliveries at most: its cursor waits, and everything arrives', async () => {
    const here = await toldEndpoint()
    await waiting(here, 998)
    here.receiver.answers((response) => response.writeHead(503).end())
    await written(here, 5)
    await tell(here)
    expect(await countOf(here, 'done_at IS NULL')).toBe(1000)
    expect((await here.look()).lag).toBe(1003)
    await here.wait(10 * MINUTE)
    expect(await countOf(here, 'done_at IS NULL')).toBe(1000)
    here.receiver.answers((response) => response.writeHead(204).end())
    await here.sql(`UPDATE webhook_deliveries SET done_at = 1 WHERE event_id LIKE 'w%'`)
    here.receiver.received.length = 0
    await here.wait(10 * MINUTE)
    const ids = here.receiver.received
      .filter(({ event }) => event.type === 'session.ended')
      .map(({ headers }) => headers['webhook-id'])
    expect(ids.toSorted()).toEqual(['event-0', 'event-1', 'event-2', 'event-3', 'event-4'])
    expect(await here.look()).toMatchObject({ status: 'enabled', lag: 0 })
  })

  it('gets no more open by replays than can be replayed at once', async () => {
    const here = await toldEndpoint()
    await waiting(here, 9999)
    const replay = async () => (await here.root.post(`${here.url}/replay`, { fromSequence: 0 })).body
    expect(await replay()).toEqual({ events: 0, toSequence: -1 })
    expect(await countOf(here, 'done_at IS NULL')).toBe(9999)
    await here.sql(`DELETE FROM webhook_deliveries WHERE event_id LIKE 'w1%'`)
    const { events, toSequence } = await replay()
    expect([events > 1, toSequence]).toEqual([true, Number((await here.sql(`SELECT size FROM audit_head`))[0]?.['size']) - 1])
  })

  it('that asks for more than a day is tried again after a day', async () => {
    const here = await toldEndpoint()
    here.receiver.answers((response) => response.writeHead(429, { 'retry-after': String(9 * 86_400) }).end())
    await here.ada.post('/auth/logout')
    await tell(here)
    expect(Math.abs((await untilNext(here)) - DAY_MS)).toBeLessThanOrEqual(NEAR)
    await tell(here)
    expect(here.receiver.received.length).toBeGreaterThan(1)
  })
})

describe('an endpoint that refuses one thing and takes others', () => {
  it('is asked ten times, and no more', async () => {
    const here = await toldEndpoint()
    const { receiver, sql, clock } = here
    receiver.answers((response, { event }) => response.writeHead(event.type === 'password.changed' ? 400 : 204).end())
    await written(here, 1, 'other')
    await sql(`UPDATE audit_events SET type = 'password.changed' WHERE id LIKE 'other%'`)
    await tell(here)
    const refused = () => receiver.types().filter((type) => type === 'password.changed').length
    for (let attempt = 1; attempt < 10; attempt++) {
      expect(refused()).toBe(attempt)
      await written(here, 1, `n${attempt}`)
      clock.advance(4500)
      await tell(here)
      const [open] = await sql(`SELECT next_attempt_at AS at ${LAST}`)
      clock.advance(Math.max(0, Number(open?.['at']) - clock.now()) + NEAR)
      await tell(here)
    }
    expect(refused()).toBe(10)
    expect(
      await sql(`SELECT attempts, outcome FROM webhook_deliveries WHERE event_id = 'other-0' AND done_at IS NOT NULL`),
    ).toEqual([expect.objectContaining({ outcome: 'status_400' })])
    expect(await sql(`SELECT disabled_at FROM webhooks`)).toEqual([{ disabled_at: null }])
    expect(receiver.types().filter((type) => type === 'session.ended')).toHaveLength(9)
  })
})

describe('what an endpoint is told', () => {
  it('is at most 16 KiB, whatever stands in the log', async () => {
    const here = await toldEndpoint()
    const name = '\u2028"\\𝔄'.repeat(40)
    await here.sql(`UPDATE accounts SET name = ? WHERE id = ?`, [name, here.adaId])
    const metadata = JSON.stringify({
      fields: Array.from({ length: 9000 }, (_, n) => `field${n}`).join(', '),
      reason: 'é'.repeat(90_000),
    })
    await written(here, 2, 'long')
    await here.sql(`UPDATE audit_events SET metadata = ?, target_user_id = ? WHERE id LIKE 'long%'`, [metadata, here.adaId])
    await here.sql(`UPDATE audit_events SET type = 'data.changed' WHERE id = 'long-0'`)
    await here.sql(`UPDATE audit_events SET type = 'session.revoked' WHERE id = 'long-1'`)
    await tell(here)
    expect(here.receiver.types().toSorted()).toEqual(['session.ended', 'user.updated'])
    for (const { body, event } of here.receiver.received) {
      expect(Buffer.byteLength(body)).toBeLessThanOrEqual(16_384)
      expect(event.data.user.name).toBe(name)
    }
  })

  it('tells of fields of an account by name, and never what stands in them', async () => {
    const fields = { plan: { type: 'text', access: 'owner' } }
    const here = await toldEndpoint(['*'], { DATA_FIELDS: JSON.stringify(fields) })
    expect((await here.ada.send('PATCH', '/auth/data', { data: { plan: 'a secret plan' } })).status).toBe(200)
    await tell(here)
    const [{ event, body } = { event: undefined, body: '' }] = here.receiver.received
    expect(event).toMatchObject({ type: 'user.updated', data: { userId: here.adaId, changed: ['data.plan'] } })
    expect(body).not.toContain('a secret plan')
  })
})

describe('a secret', () => {
  it('is in no answer but the first, in no mail, no row and no line of the log', async () => {
    const here = await toldEndpoint()
    const { root, url, mail } = here
    const second = (await root.post(`${url}/secret`)).body.secret
    here.receiver.answers((response) => response.writeHead(500).end())
    await here.ada.post('/auth/logout')
    await tell(here)
    const answers = [
      await root.get('/admin/webhooks'),
      await root.get(url),
      await root.get(`${url}/deliveries`),
      await root.post(`${url}/test`),
      await root.send('PATCH', url, { description: 'Other' }),
      await root.get('/admin/audit-logs?limit=100'),
      await root.delete(`${url}/secret/previous`),
    ].map(({ text, headers }) => text + JSON.stringify(headers))
    const rows = []
    for (const table of ['webhooks', 'webhook_deliveries', 'audit_events', 'outbox'])
      rows.push(await here.sql(`SELECT * FROM ${table}`))
    const everything = [here.logged(), JSON.stringify(rows), JSON.stringify(mail.mails), ...answers].join('\n')
    const received = JSON.stringify(here.receiver.received)
    for (const secret of [here.secret, second]) {
      const bytes = Buffer.from(secret.slice('whsec_'.length), 'base64')
      for (const form of [secret.slice('whsec_'.length), bytes.toString('base64url'), bytes.toString('hex')])
        expect([everything.includes(form), received.includes(form)]).toEqual([false, false])
    }
  })
})
