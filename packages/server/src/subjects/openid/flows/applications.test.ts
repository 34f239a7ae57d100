import { describe, expect, it } from 'vitest'
import { ADA, administered, idOf } from '../../../../test/support/administered.ts'
import { clientOf, grantTo } from '../../../../test/support/clients.ts'
import { shared } from '../../../../test/support/shared.ts'
import { PASSWORD } from '../../../../test/support/world.ts'

const LOGOUT = 'https://grafana.example.com/backchannel'

async function connected() {
  const here = await administered()
  const { id } = await clientOf(here.root, { logoutUri: LOGOUT, homeUrl: 'https://grafana.example.com' })
  const allow = (accountId: string, clientId = id) =>
    here.sql(
      `INSERT INTO oidc_consents (id, account_id, client_id, scopes, given_at) VALUES (?, ?, ?, '["openid","email"]', ?)`,
      [`${clientId} ${accountId}`, accountId, clientId, here.clock.now()],
    )
  return { ...here, clientId: id, allow }
}

describe('GET /auth/applications', () => {
  it('lists what the account is signed in to and what it has allowed, and nothing of others', async () => {
    const { ada, adaId, rootId, root, sql, clientId, allow, clock, ...here } = await connected()
    const { id: other } = await clientOf(root, { name: 'Gitea' })
    await grantTo({ sql, clock }, rootId, other)
    expect((await ada.get('/auth/applications')).body).toEqual({ applications: [] })
    await grantTo({ sql, clock }, adaId, clientId, ['openid', 'profile'])
    clock.advance(1000)
    await allow(adaId)
    const since = new Date(clock.now() - 1000).toISOString()
    const grafana = { clientId, name: 'Grafana', homeUrl: 'https://grafana.example.com', since, lastUsedAt: since, stays: false }
    expect((await ada.get('/auth/applications')).body).toEqual({
      applications: [{ ...grafana, scopes: ['openid', 'profile', 'email'] }],
    })
    await here.browser().get('/auth/applications')
    await ada.post('/auth/logout')
    const again = here.browser()
    await again.post('/auth/login', { email: ADA, password: PASSWORD })
    expect((await again.get('/auth/applications')).body.applications).toMatchObject([
      { lastUsedAt: null, scopes: ['openid', 'email'] },
    ])
  })

  it('lists none whose session is over, and none that an administrator has removed', async () => {
    const { ada, adaId, root, sql, clientId, clock } = await connected()
    await grantTo({ sql, clock }, adaId, clientId)
    await sql(`UPDATE oidc_grants SET session_id = 'none'`)
    expect((await ada.get('/auth/applications')).body.applications).toEqual([])
    await grantTo({ sql, clock }, adaId, clientId)
    expect((await ada.get('/auth/applications')).body.applications).toHaveLength(1)
    await root.delete(`/admin/clients/${clientId}`)
    expect((await ada.get('/auth/applications')).body.applications).toEqual([])
  })
})

describe('DELETE /auth/applications/{clientId}', () => {
  it('ends what the application holds, takes back what was allowed, and tells it', async () => {
    const { ada, adaId, rootId, sql, clientId, allow, clock } = await connected()
    const mine = await grantTo({ sql, clock }, adaId, clientId)
    const theirs = await grantTo({ sql, clock }, rootId, clientId)
    await allow(adaId)
    await sql(
      `INSERT INTO oidc_codes (hash, client_id, account_id, session_id, redirect_uri, scopes, proof, created_at, expires_at)
       VALUES ('waiting', ?, ?, 'any', 'https://a.example', '["openid"]', '{}', 1, ?)`,
      [clientId, adaId, clock.now() + 60_000],
    )
    expect((await ada.delete(`/auth/applications/${clientId}`)).status).toBe(200)
    expect(await sql(`SELECT used_at FROM oidc_codes`)).toEqual([{ used_at: clock.now() }])
    expect(await sql(`SELECT id FROM oidc_grants WHERE ended_at IS NULL`)).toEqual([{ id: theirs }])
    expect(await sql(`SELECT id FROM oidc_consents`)).toEqual([])
    expect(await sql(`SELECT grant_id FROM oidc_logouts`)).toEqual([{ grant_id: mine }])
    const { body } = await ada.get('/auth/activity')
    expect(body.events[0]).toMatchObject({ type: 'oidc.application.removed', by: 'you' })
    expect((await ada.get('/auth/me')).status).toBe(200)
  })

  it('answers 404 for an application that knows nothing of the account', async () => {
    const { ada, rootId, sql, clientId, clock } = await connected()
    await grantTo({ sql, clock }, rootId, clientId)
    for (const id of [clientId, 'nobodys', 'a%00b', 'A'])
      expect(await ada.delete(`/auth/applications/${id}`)).toMatchObject({ status: 404, body: { error: 'client_not_found' } })
  })

  it('removes it once, also for many at once', async () => {
    const { ada, adaId, sql, clientId, clock } = await connected()
    await grantTo({ sql, clock }, adaId, clientId)
    const replies = await Promise.all(Array.from({ length: 6 }, () => ada.clone().delete(`/auth/applications/${clientId}`)))
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 404, 404, 404, 404, 404])
    expect(await sql(`SELECT id FROM oidc_logouts`)).toHaveLength(1)
  })
})

describe('an application that an administrator has removed', () => {
  const here = shared(connected)

  it('ends account by account, is told of every end, and only then gives its id away', async () => {
    const { root, sql, clock, purge, clientId, allow } = here()
    const ids = []
    for (let n = 0; n < 25; n++) {
      const someone = await here().signedUp(`someone-${n}@example.com`)
      ids.push(await idOf(someone))
    }
    for (const id of ids) await grantTo({ sql, clock }, id, clientId)
    await allow(ids[0] ?? '')
    await root.delete(`/admin/clients/${clientId}`)
    await purge.run()
    expect(await sql(`SELECT id FROM oidc_grants WHERE ended_at IS NULL`)).toEqual([])
    expect(await sql(`SELECT id FROM oidc_consents`)).toEqual([])
    expect(await sql(`SELECT id FROM oidc_logouts`)).toHaveLength(25)
    expect(
      (await root.post('/admin/clients', { name: 'Grafana', kind: 'web', id: clientId, redirectUris: [LOGOUT] })).status,
    ).toBe(409)
    await sql(`UPDATE oidc_logouts SET done_at = ?`, [clock.now()])
    await purge.run()
    expect(
      (await root.post('/admin/clients', { name: 'Grafana', kind: 'web', id: clientId, redirectUris: [LOGOUT] })).status,
    ).toBe(201)
  })
})
