import { describe, expect, it } from 'vitest'
import { ADA, administered } from '../../../../test/support/administered.ts'
import { PASSWORD, world } from '../../../../test/support/world.ts'

const HOUR = 3_600_000
const EMAIL = 'ada@example.com'
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0'
const OWN = '198.51.100.7'
const from = (ip: string, userAgent = FIREFOX) => ({ headers: { 'x-forwarded-for': ip, 'user-agent': userAgent } })

/** Ada, who signed in with Firefox. */
async function watched(env: Record<string, string> = {}) {
  const here = await world({ withMail: true, env: { TRUSTED_PROXIES: '127.0.0.1', ...env } })
  await here.signedUp()
  here.clock.advance(1000)
  const ada = here.browser()
  await ada.post('/auth/login', { email: EMAIL, password: PASSWORD }, from(OWN))
  here.clock.advance(1000)
  const guess = (ip: string, userAgent?: string, email = EMAIL) =>
    here.browser().post('/auth/login', { email, password: 'wrong password 1' }, from(ip, userAgent))
  const events = async (query = ''): Promise<Record<string, unknown>[]> =>
    (await ada.get(`/auth/activity${query}`, from(OWN))).body.events
  return { ...here, ada, guess, events }
}

describe('GET /auth/activity', () => {
  it('shows the owner what they did, with their whole address, and by which session', async () => {
    const { ada, events, clock } = await watched()
    await ada.post('/auth/step-up', { password: 'wrong password 1' }, from(OWN))
    const [failed, login, registered, ...rest] = await events()
    expect(failed).toMatchObject({ type: 'step_up.failed', success: false, by: 'you', ip: OWN, isCurrentSession: true })
    expect(login).toEqual({
      id: expect.any(String),
      type: 'login.success',
      success: true,
      createdAt: new Date(clock.now() - 1000).toISOString(),
      ip: OWN,
      browser: 'Firefox',
      system: 'Linux',
      by: 'you',
      isCurrentSession: true,
      count: 1,
    })
    const unknown = { browser: null, system: null }
    expect(registered).toMatchObject({ type: 'user.registered', ip: '127.0.0.1', by: 'you', isCurrentSession: false, ...unknown })
    expect(rest).toEqual([])
  })

  it('cuts the address of strangers to its network, and folds what is alike for an hour of the clock', async () => {
    const { guess, events, clock, sql } = await watched()
    for (const ip of ['203.0.113.5', '203.0.113.77', '::ffff:203.0.113.9', '2001:db8:1:ff::1', '2001:db8:1:2::2']) await guess(ip)
    clock.advance(HOUR)
    await guess('203.0.113.5')
    const failed = { type: 'login.failed', success: false, by: 'somebody', isCurrentSession: false, browser: 'Firefox' }
    const found = await events('?type=login.failed')
    expect(found).toHaveLength(3)
    expect(found).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ ...failed, ip: '203.0.113.0/24', count: 1 }),
        expect.objectContaining({ ...failed, ip: '203.0.113.0/24', count: 3 }),
        expect.objectContaining({ ...failed, ip: '2001:db8:1::/48', count: 2 }),
      ]),
    )
    expect(found[0]).toMatchObject({ count: 1 })
    const kept = JSON.stringify(await sql(`SELECT * FROM activity`))
    for (const whole of ['203.0.113.5', '203.0.113.77', '203.0.113.9', 'ff::1', '2::2']) expect(kept).not.toContain(whole)
  })

  it('names the browser of strangers where all that are alike had the same', async () => {
    const { guess, events } = await watched()
    await guess('203.0.113.5')
    await guess('203.0.113.6', 'curl/8')
    expect(await events('?type=login.failed')).toMatchObject([{ count: 2, browser: null, system: null }])
  })

  it('leaves out what belongs to another account, and what is no news to an owner', async () => {
    const { guess, events, ada, signedUp, clock } = await watched()
    const bob = await signedUp('bob@example.com')
    clock.advance(1000)
    await guess('203.0.113.5', FIREFOX, 'bob@example.com')
    await guess('203.0.113.5', FIREFOX, 'nobody@example.com')
    await ada.post('/auth/refresh')
    expect((await events()).map(({ type }) => type)).toEqual(['login.success', 'user.registered'])
    const { body } = await bob.get('/auth/activity')
    expect(body.events.map(({ type }: { type: string }) => type)).toEqual(['login.failed', 'user.registered'])
  })

  it('pages, newest first, and filters by type', async () => {
    const { ada, guess, clock } = await watched()
    for (let n = 0; n < 4; n++) {
      clock.advance(HOUR)
      await guess('203.0.113.5')
    }
    const { body: all } = await ada.get('/auth/activity')
    expect(all).toMatchObject({ total: 6, limit: 20, offset: 0 })
    const times = all.events.map(({ createdAt }: { createdAt: string }) => createdAt)
    expect(times).toEqual([...times].sort().reverse())
    const { body: page } = await ada.get('/auth/activity?limit=2&offset=3')
    expect(page).toEqual({ events: all.events.slice(3, 5), total: 6, limit: 2, offset: 3 })
    const { body: failed } = await ada.get('/auth/activity?type=login.failed&offset=1')
    expect(failed).toEqual({ events: all.events.slice(1, 4), total: 4, limit: 20, offset: 1 })
    expect((await ada.get('/auth/activity?type=session.refreshed')).body).toMatchObject({ events: [], total: 0 })
    expect((await ada.get('/auth/activity?limit=1000&offset=6')).body).toMatchObject({ events: [], total: 6, limit: 100 })
  })

  it.each(['limit=0', 'limit=x', 'offset=-1', 'offset=1.5', 'type=', 'type=%00', 'type=LOGIN', 'type=a&type=b'])(
    'answers invalid_input 400 to ?%s',
    async (query) => {
      const { signedUp } = await world()
      const reply = await (await signedUp()).get(`/auth/activity?${query}`)
      expect(reply).toMatchObject({ status: 400, body: { error: 'invalid_input' } })
    },
  )

  it('answers session_expired 401 without a session', async () => {
    const { browser } = await world()
    expect(await browser().get('/auth/activity')).toMatchObject({ status: 401, body: { error: 'session_expired' } })
  })

  it('shows nothing of an administrator whose act ends a change that waits', async () => {
    const { ada, adaId, root, browser } = await administered()
    await ada.post('/auth/email/change', { email: 'ada@example.org' })
    await root.delete(`/admin/users/${adaId}/factors`)
    const again = browser()
    await again.post('/auth/login', { email: ADA, password: PASSWORD })
    const { body } = await again.get('/auth/activity?type=email.change.cancelled')
    expect(body.events).toMatchObject([{ by: 'administrator', ip: null, browser: null, system: null }])
  })
})
