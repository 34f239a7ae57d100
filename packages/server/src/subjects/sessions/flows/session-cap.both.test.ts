import { describe, expect, it } from 'vitest'
import type { Browser } from '../../../../test/support/browser.ts'
import { enlarge } from '../../../../test/support/large-account.ts'
import { PASSWORD, type World, world } from '../../../../test/support/world.ts'

const ADA = 'ada@example.com'
const MINUTE = 60_000

const capped = (cap: number, databaseUrl?: string) =>
  world({ env: { SESSION_MAX_PER_ACCOUNT: String(cap) }, ...(databaseUrl && { databaseUrl }) })

async function signIn({ browser }: World): Promise<Browser> {
  const visitor = browser()
  expect((await visitor.post('/auth/login', { email: ADA, password: PASSWORD })).status).toBe(200)
  return visitor
}

const idOf = async (browser: Browser): Promise<string> => (await browser.get('/auth/me')).body.session.id

const endings = ({ sql }: World) =>
  sql(`SELECT session_id, target_user_id, metadata FROM audit_events WHERE type = 'session.revoked' ORDER BY created_at, id`)

describe('a sign-in beyond SESSION_MAX_PER_ACCOUNT', () => {
  it('ends the session that was unused for longest, and the audit log says why', async () => {
    const here = await capped(3)
    const first = await here.signedUp()
    const [second, third] = [await signIn(here), await signIn(here)]
    const secondId = await idOf(second)
    const userId = (await first.get('/auth/me')).body.id
    here.clock.advance(2 * MINUTE)
    for (const used of [first, third]) await used.get('/auth/me')
    const stale = () => here.sql(`SELECT id FROM sessions WHERE last_active_at < ${here.clock.now()}`)
    await expect.poll(stale).toEqual([{ id: secondId }])

    const fourth = await signIn(here)
    expect((await second.clone().get('/auth/me')).status).toBe(401)
    expect(await second.post('/auth/refresh')).toMatchObject({ status: 401, body: { error: 'session_revoked' } })
    for (const one of [first, third, fourth]) expect((await one.post('/auth/refresh')).status).toBe(200)
    expect(await endings(here)).toEqual([{ session_id: secondId, target_user_id: userId, metadata: '{"reason":"session_cap"}' }])
  })

  it('leaves exactly as many as the cap, however many sign in at once', async () => {
    const here = await capped(5)
    const first = await here.signedUp()
    const others = await Promise.all(Array.from({ length: 15 }, () => signIn(here)))
    const statuses = await Promise.all([first, ...others].map(async (one) => (await one.get('/auth/me')).status))
    expect(statuses.filter((status) => status === 200)).toHaveLength(5)
    expect(await here.sql(`SELECT id FROM sessions WHERE revoked_at IS NULL`)).toHaveLength(5)
    expect(await endings(here)).toHaveLength(11)
  })

  it('does not count sessions that have expired, and nobody else’s', async () => {
    const here = await capped(2)
    await here.signedUp()
    await here.signedUp('eve@example.com')
    here.clock.advance(31 * 24 * 60 * MINUTE)
    const [second, third] = [await signIn(here), await signIn(here)]
    for (const one of [second, third]) expect((await one.get('/auth/me')).status).toBe(200)
    expect(await endings(here)).toEqual([])
  })

  it('ends all that are too many where the cap was lowered, in one event', async () => {
    const before = await capped(10)
    await before.signedUp()
    for (let n = 0; n < 7; n++) await signIn(before)
    const here = await capped(3, before.database.url)
    const newest = await signIn(here)
    expect((await newest.get('/auth/sessions')).body.total).toBe(3)
    expect(await endings(here)).toMatchObject([{ session_id: null, metadata: '{"reason":"session_cap","sessions":6}' }])
  })

  it('trims an account with thousands a little each time', async () => {
    const here = await capped(3)
    const ada = await here.signedUp()
    await enlarge(here, (await ada.get('/auth/me')).body.id, 2000)
    const ended = () => here.sql(`SELECT id FROM sessions WHERE revoked_at IS NOT NULL`)
    await signIn(here)
    expect(await ended()).toHaveLength(100)
    await signIn(here)
    expect(await ended()).toHaveLength(200)
    expect((await ada.get('/auth/me')).status).toBe(200)
  })
})

describe('ending many sessions', () => {
  it('is one event with their number', async () => {
    const here = await capped(10)
    const first = await here.signedUp()
    const others = [await signIn(here), await signIn(here), await signIn(here)]
    await first.delete('/auth/sessions')
    for (const other of others) expect((await other.get('/auth/me')).status).toBe(401)
    expect(await endings(here)).toMatchObject([{ session_id: null, metadata: '{"reason":"ended_by_owner","sessions":3}' }])
  })
})
