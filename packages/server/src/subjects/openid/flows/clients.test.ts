import { describe, expect, it } from 'vitest'
import { administered, ROOT } from '../../../../test/support/administered.ts'
import { application, CALLBACK } from '../../../../test/support/application.ts'
import { clientOf, WEB } from '../../../../test/support/clients.ts'
import { keyed } from '../../../../test/support/keyed.ts'
import { limitedAdmin } from '../../../../test/support/limited-admin.ts'
import { shared } from '../../../../test/support/shared.ts'
import { KEY_SCOPES } from '../../../platform/kernel/scopes.ts'

describe('POST /admin/clients', () => {
  const here = shared(() => administered())

  it('answers 201 with a secret, which is shown once and stored as a hash', async () => {
    const { root, sql, mail } = here()
    const before = mail.countTo(ROOT)
    const { status, body } = await root.post('/admin/clients', WEB)
    expect(status).toBe(201)
    expect(body.secret).toMatch(/^lks_[\w-]{43}$/)
    expect(body.client).toMatchObject({
      id: 'grafana',
      ...WEB,
      isFirstParty: true,
      wantsPkce: true,
      mayStay: false,
      scopes: ['openid', 'profile', 'email'],
      demands: {},
      algorithm: 'RS256',
      disabledAt: null,
      lastUsedAt: null,
      lastRefusal: null,
    })
    expect(body.client.secrets).toEqual([expect.objectContaining({ expiresAt: null, lastUsedAt: null })])
    for (const table of ['oidc_clients', 'oidc_client_secrets', 'audit_events'])
      expect(JSON.stringify(await sql(`SELECT * FROM ${table}`))).not.toContain(body.secret.slice(4))
    const told = await mail.newest(ROOT, before + 1)
    expect(told.subject).toContain('New application')
    expect(told.text).toContain('Grafana')
    expect(told.text).not.toContain(body.secret)
    expect((await root.get('/admin/clients/grafana')).body).toEqual(body.client)
  })

  it('gives no secret to an application that cannot keep one, which has to send a challenge', async () => {
    const { root } = here()
    for (const kind of ['browser', 'native']) {
      const { body } = await root.post('/admin/clients', { ...WEB, kind })
      expect(body).toMatchObject({ secret: null, client: { wantsPkce: true, secrets: [] } })
      expect(await root.post('/admin/clients', { ...WEB, kind, wantsPkce: false })).toMatchObject({
        status: 400,
        body: { error: 'invalid_input', message: expect.stringContaining('wantsPkce') },
      })
    }
  })

  it('makes a service of words of its own, to which nobody is sent', async () => {
    const { root } = here()
    const service = { name: 'Nightly report', kind: 'service', scopes: ['reports:write'], audiences: ['https://api.example.com'] }
    const { body } = await root.post('/admin/clients', service)
    expect(body.client).toMatchObject({ id: 'nightly-report', ...service, isFirstParty: false, redirectUris: [] })
    expect((await root.post('/admin/clients', { ...service, redirectUris: WEB.redirectUris })).body.error).toBe('invalid_input')
  })

  it('numbers the ids of one name, and gives one that was asked for or refuses it', async () => {
    const { root } = here()
    const ids = []
    for (let n = 0; n < 3; n++) ids.push((await clientOf(root, { name: 'Café 24' })).id)
    expect(ids).toEqual(['cafe-24', 'cafe-24-2', 'cafe-24-3'])
    expect((await clientOf(root, { name: '日本' })).id).toMatch(/^app-[0-9a-f]{10}$/)
    expect((await clientOf(root, { id: 'my-own' })).id).toBe('my-own')
    expect(await root.post('/admin/clients', { ...WEB, id: 'my-own' })).toMatchObject({
      status: 409,
      body: { error: 'client_exists' },
    })
    for (const id of ['A', 'a', 'Grafana', 'a--b', '-a', 'a_b', 'a'.repeat(64), '019b2c3d-1111-7222-8333-444455556666', 'a\0b'])
      expect(await root.post('/admin/clients', { ...WEB, id })).toMatchObject({ status: 400, body: { error: 'invalid_input' } })
  })

  it.each([
    ['name', { name: ' ' }],
    ['name', { name: 'x'.repeat(101) }],
    ['kind', { kind: 'mobile' }],
    ['redirectUris', { redirectUris: [] }],
    ['redirectUris', { redirectUris: ['https://*.example.com/'] }],
    ['redirectUris', { redirectUris: ['javascript:alert(1)'] }],
    ['redirectUris', { redirectUris: Array.from({ length: 21 }, (_, at) => `https://a.example/${at}`) }],
    ['redirectUris', { redirectUris: ['https://a.example/', 'https://a.example/'] }],
    ['postLogoutUris', { postLogoutUris: ['http://a.example/'] }],
    ['logoutUri', { logoutUri: 'ftp://a.example/' }],
    ['homeUrl', { homeUrl: 'javascript:alert(1)' }],
    ['scopes', { scopes: ['admin'] }],
    ['scopes', { scopes: ['offline_access'] }],
    ['audiences', { audiences: ['api'] }],
    ['audiences', { audiences: ['http://localhost:3000'] }],
    ['demands', { demands: { role: 'owner' } }],
    ['demands', { demands: { organisation: 'nobodys' } }],
    ['algorithm', { algorithm: 'HS256' }],
    ['hasDeviceFlow', { hasDeviceFlow: true }],
  ])('answers 400 and names %s for %j, and makes none', async (field, settings) => {
    const { root, sql } = here()
    const [before] = await sql(`SELECT COUNT(*) AS count FROM oidc_clients`)
    const { status, body } = await root.post('/admin/clients', { ...WEB, ...settings })
    expect({ status, error: body.error }).toEqual({ status: 400, error: 'invalid_input' })
    expect(body.message).toContain(field)
    expect((await sql(`SELECT COUNT(*) AS count FROM oidc_clients`))[0]).toEqual(before)
  })

  it('demands an organisation by its short name, and keeps the demand when that is gone', async () => {
    const { root, ada } = here()
    const { body: org } = await ada.post('/auth/orgs', { name: 'Makers' })
    const { client, id } = await clientOf(root, {
      name: 'Theirs',
      demands: { organisation: org.slug, secondFactor: true, verified: false },
    })
    expect(client.demands).toEqual({ organisation: org.id, secondFactor: true })
    await ada.send('DELETE', `/auth/orgs/${org.id}`, { slug: org.slug })
    expect((await root.send('PATCH', `/admin/clients/${id}`, { name: 'Still theirs' })).body.demands).toEqual(client.demands)
  })

  it('wants a fresh step-up', async () => {
    const { root, clock } = await administered()
    clock.advance(3_600_000)
    await root.post('/auth/refresh')
    expect(await root.post('/admin/clients', WEB)).toMatchObject({ status: 403, body: { error: 'step_up_required' } })
    expect((await root.get('/admin/clients')).status).toBe(200)
  })
})

describe('PATCH /admin/clients/{id}', () => {
  const here = shared(() => administered())

  it('changes what is sent, and leaves the rest; the log names the fields', async () => {
    const { root, sql } = here()
    const { id, client } = await clientOf(root, { homeUrl: 'https://grafana.example.com' })
    const changed = await root.send('PATCH', `/admin/clients/${id}`, { name: 'Graphs', mayStay: true, homeUrl: '' })
    expect(changed.body).toEqual({ ...client, name: 'Graphs', mayStay: true, homeUrl: null, updatedAt: expect.any(String) })
    const [event] = await sql(`SELECT metadata FROM audit_events WHERE type = 'admin.client.changed'`)
    expect(JSON.parse(String(event?.['metadata']))).toEqual({ clientId: id, name: 'Graphs', fields: 'name homeUrl mayStay' })
  })

  it('writes and logs nothing where nothing changes', async () => {
    const { root, sql } = here()
    const { id, client } = await clientOf(root, { name: 'Quiet' })
    const count = async () => sql(`SELECT COUNT(*) AS count FROM audit_events`)
    const before = await count()
    expect((await root.send('PATCH', `/admin/clients/${id}`, { name: 'Quiet' })).body).toEqual(client)
    expect(await count()).toEqual(before)
  })

  it('forgets that a challenge was sent where the demand is switched off, and by no other change', async () => {
    const { root, ada } = here()
    const app = await application(here(), { id: 'once', wantsPkce: false })
    const bare = async () => {
      const code = await app.code(ada, { challenge: undefined })
      return (await app.token({ grant_type: 'authorization_code', code, redirect_uri: CALLBACK })).status
    }
    const changed = async (change: object) => (await root.send('PATCH', '/admin/clients/once', change)).body
    expect(await bare()).toBe(200)
    expect((await app.redeem(await app.code(ada))).status).toBe(200)
    expect(await bare()).toBe(400)
    expect(await changed({ name: 'Twice', wantsPkce: false })).toMatchObject({ hasSentChallenge: true })
    expect(await bare()).toBe(400)
    expect(await changed({ wantsPkce: true })).toMatchObject({ hasSentChallenge: true })
    expect(await changed({ wantsPkce: false })).toMatchObject({ hasSentChallenge: false })
    expect(await bare()).toBe(200)
  })

  it('disables and enables', async () => {
    const { root, auditTypes } = here()
    const { id } = await clientOf(root)
    expect((await root.send('PATCH', `/admin/clients/${id}`, { isDisabled: true })).body.disabledAt).toEqual(expect.any(String))
    expect((await root.send('PATCH', `/admin/clients/${id}`, { isDisabled: false })).body.disabledAt).toBeNull()
    expect(await auditTypes()).toEqual(expect.arrayContaining(['admin.client.disabled', 'admin.client.enabled']))
  })

  it('changes no kind, and nothing where one part is wrong', async () => {
    const { root } = here()
    const { id, client } = await clientOf(root)
    await root.send('PATCH', `/admin/clients/${id}`, { kind: 'service' })
    expect((await root.send('PATCH', `/admin/clients/${id}`, { name: 'Bad', redirectUris: [] })).status).toBe(400)
    expect((await root.get(`/admin/clients/${id}`)).body).toEqual(client)
  })
})

describe('DELETE /admin/clients/{id}', () => {
  it('leaves nothing that anybody sees, and tells the log', async () => {
    const { root, sql, auditTypes } = await administered()
    const { id } = await clientOf(root)
    expect((await root.delete(`/admin/clients/${id}`)).status).toBe(200)
    expect((await root.get('/admin/clients')).body.clients).toEqual([])
    for (const reply of [
      root.get(`/admin/clients/${id}`),
      root.delete(`/admin/clients/${id}`),
      root.send('PATCH', `/admin/clients/${id}`, {}),
    ])
      expect(await reply).toMatchObject({ status: 404, body: { error: 'client_not_found' } })
    expect(await sql(`SELECT id FROM oidc_client_secrets`)).toEqual([])
    expect(await auditTypes()).toContain('admin.client.deleted')
  })
})

describe('who may not do everything', () => {
  it('makes and changes applications that ask people, and no others', async () => {
    const here = await administered()
    const { root } = here
    const { browser: grace } = await limitedAdmin(here, 'grace@example.com', ['clients:read', 'clients:write'])
    const { id: first } = await clientOf(root)
    const { client, id } = await clientOf(grace)
    expect(client.isFirstParty).toBe(false)
    expect((await grace.send('PATCH', `/admin/clients/${id}`, { name: 'Mine' })).status).toBe(200)
    for (const refused of [
      grace.post('/admin/clients', { ...WEB, isFirstParty: true }),
      grace.post('/admin/clients', { ...WEB, demands: { verified: true } }),
      grace.send('PATCH', `/admin/clients/${id}`, { isFirstParty: true }),
      grace.send('PATCH', `/admin/clients/${first}`, { redirectUris: ['https://evil.example/'] }),
      grace.send('PATCH', `/admin/clients/${first}`, { isDisabled: true }),
      grace.post(`/admin/clients/${first}/secrets`),
      grace.delete(`/admin/clients/${first}`),
    ])
      expect(await refused).toMatchObject({ status: 403, body: { error: 'insufficient_scope' } })
  })

  it('reads with `clients:read` alone', async () => {
    const here = await administered()
    const { browser: reader } = await limitedAdmin(here, 'grace@example.com', ['clients:read'])
    expect((await reader.get('/admin/clients')).status).toBe(200)
    expect((await reader.post('/admin/clients', WEB)).body.error).toBe('insufficient_scope')
    const { browser: stranger } = await limitedAdmin(here, 'eve@example.com', ['users:read'])
    expect((await stranger.get('/admin/clients')).body.error).toBe('insufficient_scope')
  })
})

describe('a key', () => {
  it('is not made with a scope that opens nothing to it', async () => {
    const { made } = await keyed(['clients:read', 'clients:write'])
    expect(made).toMatchObject({ status: 400, body: { error: 'invalid_input' } })
  })

  it('reads applications and changes none, whatever its scopes', async () => {
    const { call, root, sql } = await keyed(KEY_SCOPES)
    await sql(`UPDATE api_keys SET scopes = scopes || ' clients:write'`)
    const { id } = await clientOf(root)
    expect((await call('GET', '/admin/clients')).status).toBe(200)
    expect((await call('GET', `/admin/clients/${id}`)).status).toBe(200)
    for (const [method, path, body] of [
      ['POST', '/admin/clients', WEB],
      ['PATCH', `/admin/clients/${id}`, { name: 'Mine' }],
      ['DELETE', `/admin/clients/${id}`, undefined],
      ['POST', `/admin/clients/${id}/secrets`, undefined],
      ['DELETE', `/admin/clients/${id}/secrets`, undefined],
    ] as const)
      expect(await call(method, path, body)).toMatchObject({ status: 403, body: { error: 'insufficient_scope' } })
  })
})
