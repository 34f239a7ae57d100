import { once } from 'node:events'
import { expect, inject, it, onTestFinished } from 'vitest'
import { openEngine } from '../../src/platform/store/open-engine.ts'
import { Browser } from '../support/browser.ts'
import { byHand } from '../support/by-hand.ts'
import { migratedDatabase } from '../support/database.ts'
import { doorTo } from '../support/door-to.ts'
import { figure } from '../support/form.ts'
import { startServer, withCheapHash } from '../support/server-process.ts'
import { RECEIVERS, webhookReceiver } from '../support/webhook-receiver.ts'
import { PASSWORD } from '../support/world.ts'

const ROUNDS = figure('WEBHOOK_CRASH_ROUNDS', { short: 1, full: 6 })
const PEOPLE = 6

const patience = { timeout: 60_000, interval: 100 }

/** The built program, and an administrator of it with a webhook. */
async function scene() {
  const database = await migratedDatabase()
  const engine = await openEngine({ url: database.url, poolSize: 1, onError: () => undefined })
  onTestFinished(async () => {
    await engine.close()
    await database.drop()
  })
  const sql = byHand(engine)
  const env = { DATABASE_URL: database.url, DISABLE_ADMIN_TWO_FACTOR: 'true', RATE_LIMITS: 'false', ...RECEIVERS }
  const start = () => startServer(env, database.directory, withCheapHash())
  const receiver = await webhookReceiver()
  const first = await start()
  const root = new Browser(doorTo(() => first.url))
  const email = 'root@example.com'
  await root.post('/auth/register', { email, password: PASSWORD, name: 'Root' })
  await sql(`UPDATE accounts SET role = 'admin', verified_at = 1, mailbox_proved_at = 1`)
  await root.post('/auth/admin/login', { email, password: PASSWORD })
  expect((await root.post('/admin/webhooks', { url: receiver.url, types: ['*'] })).status).toBe(201)
  return { sql, engine, start, receiver, first }
}

it('kill -9 while events are delivered: each arrives at least once, under one id, and the numbers have no gap', {
  timeout: 60_000 + ROUNDS * 30_000,
}, async () => {
  const { sql, start, receiver, first } = await scene()
  const people: string[] = []
  let server = first
  for (let round = 0; round < ROUNDS; round++) {
    let left = 1 + round
    // Of several that are under way some were answered and not noted, and some were not answered.
    receiver.answers((response) => (--left <= 0 ? server.kill('SIGKILL') : response.writeHead(204).end()))
    for (let n = 0; n < PEOPLE; n++) {
      const email = `ada-${round}-${n}@example.com`
      const reply = await server.post('/auth/register', { email, password: PASSWORD, name: 'Ada' }).catch(() => undefined)
      if (reply?.status === 201) people.push(email)
    }
    await server.exited
    // The time for which a dead process still counts as sending, and as sealing.
    await sql(`UPDATE webhook_deliveries SET leased_until = 0`)
    await sql(`UPDATE audit_head SET leased_until = 0`)
    server = await start()
  }
  receiver.answers((response) => response.writeHead(204).end())
  const known = () => receiver.received.map(({ event }) => event.data.user?.email)
  await expect.poll(() => people.filter((email) => !known().includes(email)), patience).toEqual([])
  const open = () => sql(`SELECT id FROM webhook_deliveries WHERE done_at IS NULL`)
  await expect.poll(open, patience).toEqual([])

  const sequences = (await sql(`SELECT sequence FROM audit_events WHERE sequence IS NOT NULL ORDER BY sequence`)).map(
    ({ sequence }) => Number(sequence),
  )
  expect(sequences).toEqual(sequences.map((_, at) => at))
  const told = new Map(receiver.received.map(({ headers, event }) => [headers['webhook-id'], event.sequence]))
  const due = await sql(`SELECT event_id, sequence FROM webhook_deliveries`)
  expect(due.filter(({ event_id: id, sequence }) => told.get(String(id)) !== Number(sequence))).toEqual([])
  for (const { headers, event } of receiver.received) expect(told.get(headers['webhook-id'])).toBe(event.sequence)
  expect(receiver.received.length).toBeGreaterThan(told.size)
})

it('kill -9 between the answer of a receiver and the note of it: it is told the same again, under the same id', {
  timeout: 120_000,
}, async () => {
  const { sql, engine, start, receiver, first } = await scene()
  const told = await new Promise<string>((resolve) => {
    receiver.answers(async (response, { headers }) => {
      receiver.answers(() => undefined)
      const { socket } = response.req
      // Nobody else writes until this is over, and the connection ends when the answer was read.
      await engine.transaction(async (tx) => {
        if (inject('engine') === 'postgres') await tx.query(`LOCK TABLE webhook_deliveries`)
        response.writeHead(204).end()
        await once(socket, 'close')
        first.kill('SIGKILL')
        await first.exited
      })
      resolve(String(headers['webhook-id']))
    })
  })
  expect(await sql(`SELECT done_at FROM webhook_deliveries WHERE event_id = ?`, [told])).toEqual([{ done_at: null }])
  receiver.answers((response) => response.writeHead(204).end())
  await sql(`UPDATE webhook_deliveries SET leased_until = 0`)
  await start()
  const times = () => receiver.received.filter(({ headers }) => headers['webhook-id'] === told).length
  await expect.poll(times, patience).toBe(2)
  await expect.poll(() => sql(`SELECT id FROM webhook_deliveries WHERE done_at IS NULL`), patience).toEqual([])
  expect(times()).toBe(2)
})
