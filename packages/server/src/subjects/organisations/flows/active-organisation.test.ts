import { describe, expect, it } from 'vitest'
import { staffed } from '../../../../test/support/organised.ts'

const FORWARDED = {
  'x-original-url': 'https://wiki.example.com/page',
  'x-original-method': 'GET',
}
const env = {
  PUBLIC_URL: 'https://id.example.com',
  COOKIE_DOMAIN: 'example.com',
  TRUSTED_PROXIES: '127.0.0.1',
  FORWARD_AUTH_APPS: 'https://wiki.example.com',
}

describe('GET, PUT and DELETE /auth/orgs/active', () => {
  it('is the only one, or the chosen one of several, or none', async () => {
    const { member, outsider, org, sql } = await staffed()
    const active = async () => (await member.browser.get('/auth/orgs/active')).body.organisation?.id ?? null
    expect((await outsider.browser.get('/auth/orgs/active')).body).toEqual({ organisation: null })
    expect(await active()).toBe(org.id)
    const { body: second } = await member.browser.post('/auth/orgs', { name: 'Second' })
    expect(await active()).toBeNull()
    expect((await member.browser.put('/auth/orgs/active', { orgId: second.id })).body.organisation).toMatchObject({
      slug: 'second',
    })
    expect(await active()).toBe(second.id)
    expect((await member.browser.delete('/auth/orgs/active')).body).toEqual({ message: 'No organisation is chosen.' })
    expect(await active()).toBeNull()
    for (const orgId of ['nothing', ''])
      expect((await member.browser.put('/auth/orgs/active', { orgId })).body.error).toBe('org_not_found')
    expect((await outsider.browser.put('/auth/orgs/active', { orgId: org.id })).body.error).toBe('org_not_found')
    expect(await sql(`SELECT active_org_id FROM sessions WHERE active_org_id IS NOT NULL`)).toEqual([])
  })

  it('is gone at once with the membership, and comes to life with no other session', async () => {
    const { owner, member, org, invite } = await staffed()
    await member.browser.post('/auth/orgs', { name: 'Second' })
    await member.browser.put('/auth/orgs/active', { orgId: org.id })
    expect((await member.browser.get('/auth/orgs/active')).body.organisation.id).toBe(org.id)
    await owner.browser.delete(`/auth/orgs/${org.id}/members/${member.id}`)
    expect((await member.browser.get('/auth/orgs/active')).body.organisation.slug).toBe('second')
    await invite(owner.browser, org.id, member, 'member')
    expect((await member.browser.get('/auth/orgs/active')).body.organisation).toBeNull()
  })

  it('authorises nothing: rights are those in the organisation that is named', async () => {
    const { member, org } = await staffed()
    const { body: own } = await member.browser.post('/auth/orgs', { name: 'Own' })
    await member.browser.put('/auth/orgs/active', { orgId: own.id })
    expect((await member.browser.put(`/auth/orgs/${org.id}`, { name: 'Mine' })).body.error).toBe('org_forbidden')
    expect((await member.browser.get(`/auth/orgs/${org.id}/invites`)).body.error).toBe('org_forbidden')
  })
})

describe('/auth/forward', () => {
  it('answers 503 not_ready where the database does not say which one is active', async () => {
    const { app, member, closeDatabase } = await staffed(env)
    const headers = { ...FORWARDED, cookie: member.browser.cookieHeader() }
    expect((await app.inject({ url: '/auth/forward', headers })).statusCode).toBe(200)
    await closeDatabase()
    expect((await app.inject({ url: '/auth/forward', headers })).json()).toMatchObject({ error: 'not_ready' })
  })

  it('adds X-Latchkey-Org while one is active, and no longer than that', async () => {
    const here = await staffed(env)
    const { app, owner, member, org } = here
    const from = { headers: { origin: env.PUBLIC_URL } }
    const told = async () => {
      const headers = { ...FORWARDED, cookie: member.browser.cookieHeader() }
      const reply = await app.inject({ url: '/auth/forward', headers })
      return [reply.statusCode, reply.headers['x-latchkey-org']]
    }
    expect(await told()).toEqual([200, org.id])
    const { body: second } = await member.browser.post('/auth/orgs', { name: 'Second' }, from)
    expect(await told()).toEqual([200, undefined])
    await member.browser.put('/auth/orgs/active', { orgId: org.id }, from)
    expect(await told()).toEqual([200, org.id])
    await owner.browser.delete(`/auth/orgs/${org.id}/members/${member.id}`, undefined, from)
    expect(await told()).toEqual([200, second.id])
  })
})
