import { describe, expect, it } from 'vitest'
import { ADA, administered, ROOT } from '../../../../test/support/administered.ts'
import { shared } from '../../../../test/support/shared.ts'
import type { World } from '../../../../test/support/world.ts'

const BAD = [
  ...['after=x', 'after=W10', 'type=%00', 'actorId=x', 'targetUserId=x', 'ip=x', 'success=1', 'limit=0'],
  ...['from=x', 'to=x', 'from=1', 'to=page%205', 'from=2030-13-01', 'to=2030-01-01+10:00'],
]

const asked = shared(() => administered())

describe('GET /admin/audit-logs', () => {
  it('lists events, newest first, failed logins too', async () => {
    const { root, browser, adaId, clock } = await administered()
    clock.advance(1)
    await browser().post('/auth/login', { email: ADA, password: 'typed secret 1' })
    const { body } = await root.get('/admin/audit-logs?limit=1')
    expect(body.total).toBeGreaterThan(5)
    expect(body.events).toHaveLength(1)
    expect(body.events[0]).toMatchObject({
      type: 'login.failed',
      success: false,
      targetUserId: adaId,
      actorId: null,
      ip: '127.0.0.1',
      metadata: {},
    })
    expect(JSON.stringify(body)).not.toContain('typed secret')
  })

  it('names by their address the accounts that still exist', async () => {
    const { root, rootId, adaId } = await administered()
    await root.send('PATCH', `/admin/users/${adaId}/ban`)
    const newest = async () => (await root.get('/admin/audit-logs?type=admin.user.banned')).body.events[0]
    expect(await newest()).toMatchObject({ actorId: rootId, actorEmail: ROOT, targetUserId: adaId, targetEmail: ADA })
    await root.delete(`/admin/users/${adaId}`)
    expect(await newest()).toMatchObject({ actorEmail: ROOT, targetUserId: adaId, targetEmail: null })
    const { body } = await root.get('/admin/audit-logs?type=2fa.code.sent')
    expect(body.events[0]).toMatchObject({ actorId: null, actorEmail: null, targetEmail: ROOT })
  })

  it.each([
    ['type=user.registered', 2],
    ['success=false', 0],
    ['ip=203.0.113.9', 0],
    ['from=2031-01-01', 0],
    ['to=2029-01-01T00:00:00Z', 0],
    ['from=2029-01-01&to=2031-01-01&type=logout', 0],
    ['from=2029-01-01&to=2031-01-01&type=user.registered&success=true&ip=127.0.0.1', 2],
  ])('filters by ?%s', async (query, total) => {
    const { root } = asked()
    expect((await root.get(`/admin/audit-logs?${query}`)).body.total).toBe(total)
  })

  it('filters by actor and target', async () => {
    const { root, adaId } = asked()
    for (const query of [`actorId=${adaId}`, `targetUserId=${adaId}`]) {
      const { body } = await root.get(`/admin/audit-logs?${query}`)
      expect(body.events.every((event: { targetUserId: string }) => event.targetUserId === adaId)).toBe(true)
      expect(body.total).toBe(2)
    }
  })

  it.each(BAD)('answers invalid_input 400 to ?%s', async (query) => {
    const { root } = asked()
    expect(await root.get(`/admin/audit-logs?${query}`)).toMatchObject({ status: 400, body: { error: 'invalid_input' } })
  })
})

describe('GET /admin/users/{id}/audit-logs', () => {
  it('lists what happened to one account, whatever else the query asks for', async () => {
    const { root, adaId, rootId } = asked()
    const { body } = await root.get(`/admin/users/${adaId}/audit-logs?targetUserId=${rootId}`)
    expect(body.events.map(({ targetUserId }: { targetUserId: string }) => targetUserId)).toEqual([adaId, adaId])
    expect(body).toMatchObject({ total: 2, limit: 20, offset: 0 })
  })

  it.each(BAD)('answers invalid_input 400 to ?%s', async (query) => {
    const { root, adaId } = asked()
    expect(await root.get(`/admin/users/${adaId}/audit-logs?${query}`)).toMatchObject({
      status: 400,
      body: { error: 'invalid_input' },
    })
  })

  it('answers user_not_found 404 to what is no id, and nothing about an id that nobody has', async () => {
    const { root } = asked()
    expect(await root.get('/admin/users/x/audit-logs')).toMatchObject({ status: 404, body: { error: 'user_not_found' } })
    const { body } = await root.get('/admin/users/01890000-0000-7000-8000-000000000000/audit-logs')
    expect(body.events).toEqual([])
  })
})

describe('pages of the audit log', () => {
  /** Events of a year ago, a millisecond apart. */
  const addMany = ({ sql, clock }: Pick<World, 'sql' | 'clock'>, count: number, type = 'logout') =>
    sql(
      `INSERT INTO audit_events (id, type, success, ip, user_agent, request_id, metadata, created_at)
       WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${count})
       SELECT '${type === 'logout' ? '0' : '1'}' || substr(CAST(10000000 + i AS TEXT), 2) || '-0000-7000-8000-000000000000', '${type}', 1, '192.0.2.9', '', '', '{}',
         ${clock.now() - 31_536_000_000} + i FROM n`,
    )

  it('go on behind the last one, and come back, while others are written', async () => {
    const here = await administered()
    await addMany(here, 50)
    const page = async (query: string) => (await here.root.get(`/admin/audit-logs?type=logout&limit=20${query}`)).body
    const first = await page('')
    expect(first).toMatchObject({ total: 50, limit: 20, offset: 0 })
    expect(first).not.toHaveProperty('totalIsCapped')
    expect(first).not.toHaveProperty('previous')
    const leaving = await here.signedUp('leaving@example.com')
    await leaving.post('/auth/logout')
    const second = await page(`&after=${first.next}`)
    expect(second).toMatchObject({ total: 51, offset: 20 })
    const third = await page(`&after=${second.next}`)
    expect(third).not.toHaveProperty('next')
    const ids = [first, second, third].flatMap(({ events }) => events.map(({ id }: { id: string }) => id))
    expect(ids).toHaveLength(50)
    expect(new Set(ids).size).toBe(50)
    expect((await page(`&after=${third.previous}`)).events).toEqual(second.events)
    const back = await page(`&after=${second.previous}`)
    expect(back.events).toEqual(first.events)
    const newest = await page(`&after=${back.previous}`) // less than a page, so it is the first one
    expect(newest.events.map(({ id }: { id: string }) => id).slice(1)).toEqual(ids.slice(0, 19))
    expect(newest).not.toHaveProperty('previous')
  })

  it('belong to one list: a place in it is none by other filters, for another account, or with an offset', async () => {
    const here = await administered()
    await addMany(here, 50)
    const { body } = await here.root.get('/admin/audit-logs?type=logout')
    const { body: users } = await here.root.get('/admin/users?limit=1')
    for (const path of [
      `audit-logs?after=${body.next}`,
      `audit-logs?type=login.failed&after=${body.next}`,
      `audit-logs?type=logout&offset=1&after=${body.next}`,
      `audit-logs?type=logout&after=${users.next}`,
      `audit-logs?type=logout&after=${body.next}x`.replace(/.x$/, 'x'),
      `users/${here.adaId}/audit-logs?type=logout&after=${body.next}`,
      `users?after=${body.next}`,
      `users?orderBy=updated_at&after=${users.next}`,
    ])
      expect(await here.root.get(`/admin/${path}`), path).toMatchObject({ status: 400, body: { error: 'invalid_input' } })
  })

  it('leave the time that was asked for by no place that was made up', async () => {
    const here = await administered()
    await addMany(here, 50)
    const now = here.clock.now()
    const path = `/admin/audit-logs?from=${new Date(now - 3_600_000).toISOString()}&to=${new Date(now + 1).toISOString()}`
    const { body } = await here.root.get(`${path}&limit=5`)
    expect((await here.root.get(`${path}&after=${body.next}`)).status).toBe(200)
    const [list, , ...rest] = JSON.parse(Buffer.from(body.next, 'base64url').toString())
    for (const moment of [2 ** 52, 1, now + 1]) {
      const forged = Buffer.from(JSON.stringify([list, moment, ...rest])).toString('base64url')
      expect(await here.root.get(`${path}&after=${forged}`)).toMatchObject({ status: 400, body: { error: 'invalid_input' } })
    }
  })

  it('are counted to 10,000, and reached by an offset further than that where an index leads there', async () => {
    const here = await administered()
    await addMany(here, 10_001)
    await addMany(here, 10_000, 'session.refreshed')
    const page = (query: string) => here.root.get(`/admin/audit-logs?${query}`)
    expect((await page('type=logout&limit=1')).body).toMatchObject({ total: 10_000, totalIsCapped: true })
    expect((await page('limit=1&ip=192.0.2.9&success=true')).body).toMatchObject({ total: 10_000, totalIsCapped: true })
    const all = (await page('type=session.refreshed&limit=1')).body
    expect(all.total).toBe(10_000)
    expect(all).not.toHaveProperty('totalIsCapped')

    expect((await page('type=logout&offset=10000')).body.events).toHaveLength(1)
    expect((await page('type=logout&offset=10001')).body).toMatchObject({ events: [], offset: 10_001, totalIsCapped: true })
    expect((await page('offset=20000&limit=100')).body.events).not.toEqual([])
    expect(await page('ip=192.0.2.9&success=true&offset=10001')).toMatchObject({
      status: 400,
      body: { error: 'invalid_input', message: expect.stringContaining('after') },
    })
    expect((await page('type=session.refreshed&offset=10001')).body).toMatchObject({ total: 10_000, events: [], offset: 10_001 })
    expect((await page('type=nothing&offset=999999999')).body).toMatchObject({ total: 0, events: [] })
  })
})
