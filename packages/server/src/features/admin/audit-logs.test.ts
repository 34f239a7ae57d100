import { describe, expect, it } from 'vitest'
import { ADA, administered, ROOT } from '../../../test/support/administered.ts'

const BAD = ['type=%00', 'actorId=x', 'targetUserId=x', 'ip=x', 'from=x', 'to=x', 'success=1', 'limit=0']

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
    const { root } = await administered()
    expect((await root.get(`/admin/audit-logs?${query}`)).body.total).toBe(total)
  })

  it('filters by actor and target', async () => {
    const { root, adaId } = await administered()
    for (const query of [`actorId=${adaId}`, `targetUserId=${adaId}`]) {
      const { body } = await root.get(`/admin/audit-logs?${query}`)
      expect(body.events.every((event: { targetUserId: string }) => event.targetUserId === adaId)).toBe(true)
      expect(body.total).toBe(2)
    }
  })

  it.each(BAD)('answers invalid_input 400 to ?%s', async (query) => {
    const { root } = await administered()
    expect(await root.get(`/admin/audit-logs?${query}`)).toMatchObject({ status: 400, body: { error: 'invalid_input' } })
  })
})

describe('GET /admin/users/{id}/audit-logs', () => {
  it('lists what happened to one account, whatever else the query asks for', async () => {
    const { root, adaId, rootId } = await administered()
    const { body } = await root.get(`/admin/users/${adaId}/audit-logs?targetUserId=${rootId}`)
    expect(body.events.map(({ targetUserId }: { targetUserId: string }) => targetUserId)).toEqual([adaId, adaId])
    expect(body).toMatchObject({ total: 2, limit: 20, offset: 0 })
  })

  it.each(BAD)('answers invalid_input 400 to ?%s', async (query) => {
    const { root, adaId } = await administered()
    expect(await root.get(`/admin/users/${adaId}/audit-logs?${query}`)).toMatchObject({
      status: 400,
      body: { error: 'invalid_input' },
    })
  })

  it('answers user_not_found 404 to what is no id, and nothing about an id that nobody has', async () => {
    const { root } = await administered()
    expect(await root.get('/admin/users/x/audit-logs')).toMatchObject({ status: 404, body: { error: 'user_not_found' } })
    const { body } = await root.get('/admin/users/01890000-0000-7000-8000-000000000000/audit-logs')
    expect(body.events).toEqual([])
  })
})
