import { describe, expect, it } from 'vitest'
import { ADA, administered } from '../../../../test/support/administered.ts'
import { PASSWORD } from '../../../../test/support/world.ts'

describe('GET /admin/users/{id}/sessions', () => {
  it('lists the live ones', async () => {
    const { root, adaId, browser } = await administered()
    const second = browser()
    await second.post('/auth/login', { email: ADA, password: PASSWORD })
    await second.post('/auth/logout')
    expect((await root.get(`/admin/users/${adaId}/sessions`)).body).toMatchObject({
      total: 1,
      limit: 20,
      offset: 0,
      sessions: [{ userId: adaId, isRevoked: false }],
    })
  })

  it('pages', async () => {
    const { root, adaId } = await administered()
    expect((await root.get(`/admin/users/${adaId}/sessions?limit=1&offset=1`)).body).toEqual({
      total: 1,
      limit: 1,
      offset: 1,
      sessions: [],
    })
    expect(await root.get(`/admin/users/${adaId}/sessions?limit=x`)).toMatchObject({
      status: 400,
      body: { error: 'invalid_input' },
    })
  })
})

describe('DELETE /admin/users/{id}/sessions', () => {
  it('ends them all, refresh tokens too, and nobody else’s', async () => {
    const { root, rootId, adaId, ada, sql } = await administered()
    expect((await root.delete(`/admin/users/${adaId}/sessions`)).status).toBe(200)
    expect((await ada.clone().get('/auth/me')).status).toBe(401)
    expect((await ada.clone().post('/auth/refresh')).body.error).toBe('session_revoked')
    expect((await root.get('/auth/me')).status).toBe(200)
    const rows = await sql(
      `SELECT actor_id, target_user_id, metadata FROM audit_events WHERE type = 'admin.user.sessions_revoked'`,
    )
    expect(rows).toMatchObject([{ actor_id: rootId, target_user_id: adaId, metadata: '{"sessions":1}' }])
  })
})

describe('DELETE /admin/users/{id}/sessions/{sessionId}', () => {
  it('ends one, and the audit log says who did it', async () => {
    const { root, rootId, adaId, ada, sql } = await administered()
    const { body: me } = await ada.get('/auth/me')
    expect((await root.delete(`/admin/users/${adaId}/sessions/${me.session.id}`)).status).toBe(200)
    expect((await ada.get('/auth/me')).status).toBe(401)
    const rows = await sql(`SELECT actor_id, target_user_id, session_id FROM audit_events WHERE type = 'session.revoked'`)
    expect(rows).toMatchObject([{ actor_id: rootId, target_user_id: adaId, session_id: me.session.id }])
  })

  it('answers session_not_found 404 to what is no session of that user, or was ended before', async () => {
    const { root, adaId, ada, rootId } = await administered()
    const { body: me } = await ada.get('/auth/me')
    for (const path of [
      `${rootId}/sessions/${me.session.id}`,
      `${adaId}/sessions/nonsense`,
      `${adaId}/sessions/%00`,
      `x/sessions/${me.session.id}`,
      `%00/sessions/${me.session.id}`,
    ]) {
      expect(await root.delete(`/admin/users/${path}`)).toMatchObject({ status: 404, body: { error: 'session_not_found' } })
    }
    expect((await ada.get('/auth/me')).status).toBe(200)
    await root.delete(`/admin/users/${adaId}/sessions`)
    expect((await root.delete(`/admin/users/${adaId}/sessions/${me.session.id}`)).body.error).toBe('session_not_found')
  })
})
