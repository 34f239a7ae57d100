import { describe, expect, it } from 'vitest'
import { countersOf, organised, staffed } from '../../../../test/support/organised.ts'
import { world } from '../../../../test/support/world.ts'

describe('POST /auth/orgs', () => {
  it('makes an organisation that its maker owns', async () => {
    const { join, auditTypes } = await organised()
    const { browser, id } = await join('ada')
    const reply = await browser.post('/auth/orgs', { name: '  Acme & Söhne  ' })
    expect(reply).toMatchObject({
      status: 201,
      body: { name: 'Acme & Söhne', slug: 'acme-sohne', createdBy: id, ownerCount: 1, memberCount: 1 },
    })
    expect(Object.keys(reply.body).sort()).toEqual(
      ['id', 'name', 'slug', 'createdBy', 'ownerCount', 'memberCount', 'createdAt', 'updatedAt'].sort(),
    )
    expect((await browser.get('/auth/check')).body.user.orgOwnerCount).toBe(1)
    expect(await auditTypes()).toContain('org.created')
  })

  it('numbers a slug that is made of a name, and makes one up for a name of signs', async () => {
    const { join } = await organised()
    const { browser } = await join('ada')
    const slugs = []
    for (const name of ['Acme', 'Acme', 'acme', '日本', 'Admin'])
      slugs.push((await browser.post('/auth/orgs', { name, slug: '' })).body.slug)
    expect(slugs).toEqual(['acme', 'acme-2', 'acme-3', expect.stringMatching(/^org-/), expect.stringMatching(/^org-/)])
  })

  it.each([
    [{ name: ' ' }, 'invalid_name', 400],
    [{ name: 'x'.repeat(101) }, 'invalid_name', 400],
    [{ name: 'A\u0000B' }, 'invalid_name', 400],
    [{ name: 'A', slug: 'a' }, 'invalid_slug', 400],
    [{ name: 'A', slug: 'a--b' }, 'invalid_slug', 400],
    [{ name: 'A', slug: '01890000-0000-7000-8000-000000000000' }, 'invalid_slug', 400],
    [{ name: 'A', slug: 'ADMIN' }, 'org_slug_reserved', 400],
    [{ name: 'A', slug: ' Taken ' }, 'org_slug_exists', 409],
  ])('answers %j with %s, and makes nothing', async (body, error, status) => {
    const { join, sql } = await organised()
    const { browser } = await join('ada')
    await browser.post('/auth/orgs', { name: 'Taken' })
    expect(await browser.post('/auth/orgs', body)).toMatchObject({ status, body: { error } })
    expect(await sql(`SELECT name FROM organisations`)).toEqual([{ name: 'Taken' }])
  })

  it('answers 400 org_limit_reached to one who owns as many as ORG_MAX_OWNED, also of many at once', async () => {
    const here = await organised({ ORG_MAX_OWNED: '3' })
    const { browser } = await here.join('ada')
    const replies = await Promise.all([...'abcdefgh'].map((letter) => browser.post('/auth/orgs', { name: `Org ${letter}` })))
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(3)
    expect(replies.filter(({ body }) => body.error === 'org_limit_reached')).toHaveLength(5)
    const { counted, real } = await countersOf(here)
    expect(counted).toEqual(real)
  })

  it('answers 400 org_limit_reached to one who belongs to as many as ORG_MAX_MEMBERSHIPS, by every way in', async () => {
    const here = await staffed({ ORG_MAX_MEMBERSHIPS: '2' })
    const { owner, member, org } = here
    const { body: other } = await owner.browser.post('/auth/orgs', { name: 'Other' })
    expect((await owner.browser.post('/auth/orgs', { name: 'Third' })).body.error).toBe('org_limit_reached')
    expect((await member.browser.post('/auth/orgs', { name: 'Mine' })).status).toBe(201)
    const { body: invite } = await owner.browser.post(`/auth/orgs/${other.id}/invites`, { email: member.email, role: 'member' })
    const accept = () => member.browser.post(`/auth/orgs/invites/${invite.id}/accept`)
    expect(await accept()).toMatchObject({ status: 400, body: { error: 'org_limit_reached' } })
    await member.browser.post(`/auth/orgs/${org.id}/leave`)
    expect((await accept()).status).toBe(200)
    const replies = await Promise.all([...'abcdef'].map((name) => here.outsider.browser.post('/auth/orgs', { name })))
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(2)
    expect(replies.filter(({ body }) => body.error === 'org_limit_reached')).toHaveLength(4)
    const { counted, real } = await countersOf(here)
    expect(counted).toEqual(real)
  })

  it('answers 403 forbidden to others than administrators where ORG_CREATION says so', async () => {
    const { join, sql } = await organised({ ORG_CREATION: 'admins' })
    const { browser } = await join('ada')
    expect(await browser.post('/auth/orgs', { name: 'Acme' })).toMatchObject({ status: 403, body: { error: 'forbidden' } })
    await sql(`UPDATE accounts SET role = 'admin', admin_scopes = 'users:read orgs:read'`)
    expect(await browser.post('/auth/orgs', { name: 'Acme' })).toMatchObject({ status: 403, body: { error: 'forbidden' } })
    await sql(`UPDATE accounts SET admin_scopes = 'orgs:write'`)
    expect((await browser.post('/auth/orgs', { name: 'Acme' })).status).toBe(201)
    await sql(`UPDATE accounts SET admin_scopes = NULL`)
    expect((await browser.post('/auth/orgs', { name: 'Other' })).status).toBe(201)
  })

  it('is limited to five in an hour', async () => {
    const { join, clock } = await organised({ RATE_LIMITS: 'true' })
    const { browser } = await join('ada')
    for (const name of 'abcde') expect((await browser.post('/auth/orgs', { name })).status).toBe(201)
    expect(await browser.post('/auth/orgs', { name: 'f' })).toMatchObject({ status: 429, body: { error: 'rate_limit_exceeded' } })
    clock.advance(3_600_000)
    expect((await browser.post('/auth/orgs', { name: 'f' })).status).toBe(201)
  })
})

it.each([
  ['GET', '/auth/orgs'],
  ['POST', '/auth/orgs'],
  ['POST', '/auth/orgs/invites/info'],
  ['GET', '/auth/orgs/active'],
  ['DELETE', '/auth/orgs/01890000-0000-7000-8000-000000000000'],
  ['GET', '/admin/orgs'],
] as const)('%s %s answers 405 method_disabled where ORGANISATIONS is off, whoever asks', async (method, path) => {
  const { signedUp, browser } = await world()
  for (const one of [await signedUp(), browser()])
    expect(await one.send(method, path)).toMatchObject({ status: 405, body: { error: 'method_disabled' } })
})

describe('GET /auth/orgs', () => {
  it("lists the caller's, by name, with the role", async () => {
    const { member, owner } = await staffed()
    await member.browser.post('/auth/orgs', { name: 'Aardvark' })
    const { body } = await member.browser.get('/auth/orgs')
    expect(body).toMatchObject({
      total: 2,
      limit: 20,
      offset: 0,
      orgs: [{ name: 'Aardvark', role: 'owner' }, { role: 'member' }],
    })
    expect((await owner.browser.get('/auth/orgs?limit=1&offset=1')).body).toMatchObject({ total: 1, orgs: [] })
    expect(await owner.browser.get('/auth/orgs?limit=0')).toMatchObject({ status: 400, body: { error: 'invalid_input' } })
  })
})

describe('PUT /auth/orgs/{orgId}', () => {
  it('changes name and slug, and keeps the old slug for the organisation', async () => {
    const { admin, outsider, org, clock } = await staffed({ ORG_SLUG_HOLD: '30d' })
    const url = `/auth/orgs/${org.id}`
    expect(await admin.browser.put(url, { name: 'Acme Ltd', slug: 'acme-ltd' })).toMatchObject({
      status: 200,
      body: { name: 'Acme Ltd', slug: 'acme-ltd' },
    })
    expect((await outsider.browser.post('/auth/orgs', { name: 'X', slug: 'acme' })).body.error).toBe('org_slug_exists')
    expect((await admin.browser.put(url, { slug: 'acme' })).body.slug).toBe('acme')
    expect((await admin.browser.put(url, { slug: 'acme-ltd' })).body).toMatchObject({ slug: 'acme-ltd', name: 'Acme Ltd' })
    clock.advance(30 * 86_400_000)
    expect((await outsider.browser.post('/auth/login', { email: outsider.email, password: 'correct horse 1' })).status).toBe(200)
    expect((await outsider.browser.post('/auth/orgs', { name: 'X', slug: 'acme' })).status).toBe(201)
  })

  it.each([
    [{ name: '' }, 'invalid_name'],
    [{ slug: 'a' }, 'invalid_slug'],
    [{ slug: 'api' }, 'org_slug_reserved'],
    [{ slug: 'other' }, 'org_slug_exists'],
  ])('answers %j with %s', async (body, error) => {
    const { admin, outsider, org } = await staffed()
    await outsider.browser.post('/auth/orgs', { name: 'Other' })
    expect((await admin.browser.put(`/auth/orgs/${org.id}`, body)).body.error).toBe(error)
  })
})

describe('DELETE /auth/orgs/{orgId}', () => {
  it('wants the slug again, tells all owners, holds the slug, and counts the owners down', async () => {
    const here = await staffed()
    const { owner, org, mail, outbox } = here
    const url = `/auth/orgs/${org.id}`
    expect(await owner.browser.delete(url, { slug: 'acme-2' })).toMatchObject({ status: 400, body: { error: 'invalid_input' } })
    expect((await owner.browser.delete(url, { slug: ' ACME ' })).body).toEqual({ message: 'The organisation was deleted.' })
    await outbox.idle()
    expect(mail.mails).toContainEqual(
      expect.objectContaining({ recipients: [owner.email], subject: 'Acme was deleted (Latchkey)' }),
    )
    expect((await owner.browser.get(url)).body.error).toBe('org_not_found')
    expect((await here.outsider.browser.post('/auth/orgs', { name: 'X', slug: 'acme' })).body.error).toBe('org_slug_exists')
    const { counted, real } = await countersOf(here)
    expect(counted).toEqual(real)
  })

  it('answers 403 step_up_required a while after the sign-in', async () => {
    const { owner, org, clock } = await staffed()
    clock.advance(11 * 60_000)
    expect((await owner.browser.delete(`/auth/orgs/${org.id}`, { slug: 'acme' })).body.error).toBe('step_up_required')
  })
})
