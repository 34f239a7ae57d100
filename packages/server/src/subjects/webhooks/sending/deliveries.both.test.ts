import { Check } from 'typebox/schema'
import { describe, expect, it } from 'vitest'
import { verifyWebhook } from '../../../../../client/src/server.ts'
import { idOf, signedInAsAdmin } from '../../../../test/support/administered.ts'
import { seal } from '../../../../test/support/sealed.ts'
import { toldEndpoint } from '../../../../test/support/told-endpoint.ts'
import { tell } from '../../../../test/support/webhook-receiver.ts'
import { held, PASSWORD } from '../../../../test/support/world.ts'
import { EVENT_TYPES } from '../../../gate/audit/events.ts'
import { DAY_MS, HOUR_MS } from '../../../platform/kernel/clock.ts'
import '../../index.ts'
import { BODIES } from '../messages/bodies.ts'
import { DECISIONS } from '../messages/decisions.ts'
import type { MessageType } from '../messages/message-types.ts'

const MINUTE = 60_000

const at = ({ clock }: { readonly clock: { now(): number } }) => clock.now()

describe('an endpoint', () => {
  it('is told what has happened, in order, signed, and as people are when it is sent', async () => {
    const here = await toldEndpoint()
    const { receiver, ada, adaId, secret } = here
    await ada.send('PUT', '/auth/name', { name: 'Countess' })
    await ada.post('/auth/change-password', { oldPassword: PASSWORD, newPassword: 'another horse 2' })
    await ada.post('/auth/logout')
    await tell(here)
    expect(receiver.types().toSorted()).toEqual(['password.changed', 'session.ended', 'user.updated'])
    const changed = receiver.received.find(({ event }) => event.type === 'password.changed')
    expect(changed?.event).toEqual({
      type: 'password.changed',
      timestamp: expect.any(String),
      sequence: expect.any(Number),
      data: { userId: adaId, user: expect.objectContaining({ id: adaId, name: 'Countess' }) },
    })
    for (const { headers, body, event } of receiver.received) {
      expect(Check(BODIES[event.type as MessageType], event)).toBe(true)
      expect(await verifyWebhook({ headers, body }, secret, at(here))).toMatchObject({ status: 'verified', event })
      expect(body).not.toMatch(/127\.0\.0\.1|ipAddress|userAgent/)
    }
    expect(await here.look()).toMatchObject({ status: 'enabled', lag: 0, lastSuccessAt: expect.any(String) })
    expect(await here.deliveries()).toMatchObject([
      { type: 'session.ended', status: 'delivered', outcome: 'delivered', attempts: 1 },
      { type: 'password.changed', status: 'delivered' },
      { type: 'user.updated', status: 'delivered' },
    ])
    expect(receiver.received.find(({ event }) => event.type === 'user.updated')?.event.data).toMatchObject({
      userId: adaId,
      changed: ['name'],
    })
  })

  it('is told of failed sign-ins only where it has named them', async () => {
    const [all, named] = [await toldEndpoint(), await toldEndpoint(['sign_in.failed', 'user.deleted'])]
    for (const here of [all, named]) {
      await here.browser().post('/auth/login', { email: 'ada@example.com', password: 'wrong horse 1' })
      await here.root.delete(`/admin/users/${here.adaId}`)
      here.clock.advance(2 * MINUTE)
      await tell(here)
    }
    expect(all.receiver.types()).toContain('user.deleted')
    expect(all.receiver.types()).not.toContain('sign_in.failed')
    expect(named.receiver.types().toSorted()).toEqual(['sign_in.failed', 'user.deleted'])
    expect(named.receiver.received.find(({ event }) => event.type === 'user.deleted')?.event.data).toEqual({
      userId: named.adaId,
      user: null,
    })
  })

  it('that is down is tried again by the schedule, under one id, and catches up at once when it is back', async () => {
    const here = await toldEndpoint()
    const { receiver, ada, wait } = here
    receiver.answers((response) => response.writeHead(503).end('a secret of the receiver'))
    await ada.post('/auth/logout')
    await tell(here)
    expect(receiver.received).toHaveLength(1)
    expect(await here.look()).toMatchObject({ status: 'failing' })
    expect(await here.deliveries()).toMatchObject([{ status: 'open', outcome: 'status_503', attempts: 1 }])
    await wait(4000)
    expect(receiver.received).toHaveLength(1)
    await wait(2000)
    expect(receiver.received).toHaveLength(2)
    await wait(4 * MINUTE)
    expect(receiver.received).toHaveLength(2)
    await wait(2 * MINUTE)
    expect(receiver.received).toHaveLength(3)
    for (let n = 0; n < 5; n++) await here.signedUp(`n${n}@example.com`)
    receiver.answers((response) => response.writeHead(200).end('ok'))
    await wait(HOUR_MS)
    expect(new Set(receiver.received.slice(0, 4).map(({ headers }) => headers['webhook-id'])).size).toBe(1)
    expect(receiver.types().filter((type) => type === 'user.created')).toHaveLength(5)
    expect(await here.look()).toMatchObject({ status: 'enabled', lag: 0 })
    expect(here.logged()).not.toContain('a secret of the receiver')
  })

  it('is disabled after three days, administrators are mailed, and nothing is lost', async () => {
    const here = await toldEndpoint()
    const { receiver, mail, ada, wait, root, url } = here
    receiver.answers((response) => response.writeHead(500).end())
    await ada.post('/auth/logout')
    await tell(here)
    for (let hours = 0; hours < 80 && (await here.look()).status !== 'disabled'; hours += 8) await wait(8 * HOUR_MS)
    expect(await here.look()).toMatchObject({ status: 'disabled', disabledReason: 'unreachable', lag: expect.any(Number) })
    await expect.poll(() => mail.mails.filter(({ subject }) => subject?.includes('disabled'))).toHaveLength(1)
    await here.signedUp('late@example.com')
    await tell(here)
    const before = receiver.received.length
    await wait(DAY_MS)
    expect(receiver.received).toHaveLength(before)
    receiver.answers((response) => response.writeHead(204).end())
    const { eventId } = (await here.deliveries())[0]
    expect((await root.post(`${url}/deliveries/${eventId}/retry`)).status).toBe(403)
    await here.sql(`UPDATE webhooks SET disabled_at = NULL, disabled_reason = NULL, failing_since = NULL, paused_until = 0`)
    await here.sql(`UPDATE webhook_deliveries SET next_attempt_at = 0`)
    await tell(here)
    expect(receiver.types().slice(before)).toEqual(expect.arrayContaining(['session.ended', 'user.created']))
    expect((await here.look()).lag).toBe(0)
  })

  it('that is led elsewhere is told there at once, whatever has failed before', async () => {
    const here = await toldEndpoint()
    const { receiver, root, url, wait } = here
    const moveTo = async (place: string) =>
      expect((await root.send('PATCH', url, { url: `${receiver.url}/${place}` })).body.webhook.status).toBe('enabled')
    receiver.answers((response) => response.writeHead(503).end())
    await here.ada.post('/auth/logout')
    await tell(here)
    await wait(6000)
    expect([receiver.received.length, (await here.look()).status]).toEqual([2, 'failing'])
    const { released, release } = held()
    receiver.answers(async (response, { path }) => {
      if (path.endsWith('/two')) return response.writeHead(204).end()
      await released
      response.writeHead(410).end()
    })
    await moveTo('one')
    await here.purge.run()
    await expect.poll(() => receiver.received.at(-1)?.path).toBe('/hooks/one')
    await moveTo('two')
    release()
    await here.idle()
    expect((await here.look()).status).toBe('enabled')
    await wait(6000)
    expect([receiver.received.at(-1)?.path, (await here.look()).lag]).toEqual(['/hooks/two', 0])
  })

  it('ends with the power of its maker, and is of whoever enables it', async () => {
    const here = await toldEndpoint()
    const { sql, receiver, root, url } = here
    const eve = await signedInAsAdmin(here, 'eve@example.com')
    await sql(`UPDATE webhooks SET created_by = ?`, [await idOf(eve)])
    await sql(`UPDATE accounts SET role = 'user' WHERE email = 'eve@example.com'`)
    await here.ada.post('/auth/logout')
    await tell(here)
    expect([receiver.received, await here.look()]).toMatchObject([[], { disabledReason: 'maker_without_power' }])
    expect((await root.send('PATCH', url, { enabled: true })).body.webhook.status).toBe('enabled')
    await tell(here)
    expect(receiver.types()).toContain('session.ended')
  })

  it('is told what the log has said of itself', async () => {
    const here = await toldEndpoint(['audit.checkpoint'])
    const note = 'a signed note'
    await here.signedUp('b@example.com')
    await seal(here)
    const [head] = await here.sql(`SELECT size FROM audit_head`)
    await here.sql(`INSERT INTO audit_checkpoints (size, note, created_at) VALUES (?, ?, 1)`, [Number(head?.['size']), note])
    await tell(here)
    expect(here.receiver.received.map(({ event }) => event.data)).toEqual([{ size: Number(head?.['size']), note }])
  })

  it('that says 410 is disabled at once', async () => {
    const here = await toldEndpoint()
    here.receiver.answers((response) => response.writeHead(410).end())
    await here.ada.post('/auth/logout')
    await tell(here)
    expect(await here.look()).toMatchObject({ status: 'disabled', disabledReason: 'gone' })
  })

  it('that asks to wait is left alone as long, for a day at most', async () => {
    const here = await toldEndpoint()
    here.receiver.answers((response) => response.writeHead(429, { 'retry-after': '7200' }).end())
    await here.ada.post('/auth/logout')
    await tell(here)
    await here.signedUp('b@example.com')
    await here.wait(119 * MINUTE)
    expect(here.receiver.received).toHaveLength(1)
    here.receiver.answers((response) => response.writeHead(200).end())
    await here.wait(2 * MINUTE)
    expect(here.receiver.received.length).toBeGreaterThan(2)
  })

  it('is led nowhere by a redirect', async () => {
    const here = await toldEndpoint()
    here.receiver.answers((response) => response.writeHead(302, { location: '/elsewhere' }).end())
    await here.ada.post('/auth/logout')
    await tell(here)
    expect(here.receiver.received.map(({ path }) => path)).toEqual(['/hooks'])
    expect(await here.deliveries()).toMatchObject([{ outcome: 'redirected' }])
  })

  it('is told four things at once at most', async () => {
    const here = await toldEndpoint()
    for (let n = 0; n < 9; n++) await here.signedUp(`n${n}@example.com`)
    here.receiver.answers((response) => setImmediate(() => response.writeHead(200).end()))
    await tell(here)
    expect(here.receiver.types().filter((type) => type === 'user.created')).toHaveLength(9)
    expect(here.receiver.mostAtOnce()).toBeLessThanOrEqual(4)
  })

  it('has two secrets that sign while one is replaced, and one at a new host', async () => {
    const here = await toldEndpoint()
    const { root, url, receiver, secret, ada } = here
    const { body, status } = await root.post(`${url}/secret`)
    expect(status).toBe(201)
    await ada.post('/auth/logout')
    await tell(here)
    const [one] = receiver.received
    expect(one?.headers['webhook-signature']).toMatch(/^v1,\S+ v1,\S+$/)
    for (const known of [secret, body.secret])
      expect((await verifyWebhook({ headers: one?.headers ?? {}, body: one?.body ?? '' }, known, at(here))).status).toBe(
        'verified',
      )
    expect((await root.delete(`${url}/secret/previous`)).status).toBe(200)
    expect((await root.send('PATCH', url, { url: `${receiver.url}/other` })).body.secret).toBeUndefined()
    const moved = await root.send('PATCH', url, { url: receiver.url.replace('127.0.0.1', '127.0.0.2') })
    expect(moved.body.secret).toMatch(/^whsec_/)
    for (const table of ['webhooks', 'audit_events', 'outbox'])
      for (const shown of [secret, body.secret, moved.body.secret])
        expect(JSON.stringify(await here.sql(`SELECT * FROM ${table}`))).not.toContain(shown.slice(6))
  })

  it('has one secret again when a day has passed since the other took its place', async () => {
    const here = await toldEndpoint()
    const { root, url, receiver, secret, ada } = here
    const { body } = await root.post(`${url}/secret`)
    here.clock.advance(DAY_MS)
    await ada.post('/auth/logout')
    await tell(here)
    const [one] = receiver.received
    expect(one?.headers['webhook-signature']).toMatch(/^v1,\S+$/)
    const sent = { headers: one?.headers ?? {}, body: one?.body ?? '' }
    expect((await verifyWebhook(sent, body.secret, at(here))).status).toBe('verified')
    expect((await verifyWebhook(sent, secret, at(here))).status).toBe('refused')
  })

  it('is sent what it has missed again, and one event, under the same ids', async () => {
    const here = await toldEndpoint()
    const { root, url, receiver, ada } = here
    await ada.post('/auth/logout')
    await here.signedUp('b@example.com')
    await tell(here)
    const ids = () => receiver.received.map(({ headers }) => headers['webhook-id'])
    const [before, sequences] = [ids(), receiver.received.map(({ event }) => event.sequence as number)]
    const replayed = await root.post(`${url}/replay`, { fromSequence: Math.min(...sequences) })
    expect(replayed.body.events).toBeGreaterThanOrEqual(before.length)
    await tell(here)
    expect(ids().slice(before.length)).toEqual(expect.arrayContaining(before))
    const count = ids().length
    expect((await root.post(`${url}/deliveries/${before[0]}/retry`)).status).toBe(200)
    await tell(here)
    expect(ids().slice(count)).toEqual([before[0]])
  })

  it('is tested at once, and says no more than a word', async () => {
    const here = await toldEndpoint()
    const { root, url, receiver } = here
    expect((await root.post(`${url}/test`)).body).toEqual({ outcome: 'delivered', status: 204, ms: expect.any(Number) })
    expect(receiver.types()).toEqual(['webhook.test'])
    receiver.answers((response) => response.writeHead(500).end('secret'))
    expect((await root.post(`${url}/test`)).body).toEqual({ outcome: 'status_500', status: 500, ms: expect.any(Number) })
    await receiver.close()
    expect((await root.post(`${url}/test`)).body).toEqual({ outcome: 'connect_failed', ms: expect.any(Number) })
  })
})

describe('the table of messages', () => {
  it('has a decision for every event there is, and for no other', () => {
    expect(EVENT_TYPES.filter((type) => DECISIONS[type] === undefined)).toEqual([])
    const known: readonly string[] = EVENT_TYPES
    expect(Object.keys(DECISIONS).filter((type) => !known.includes(type))).toEqual([])
  })
})
