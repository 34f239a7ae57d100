import { describe, expect, it } from 'vitest'
import { fillMembers, fillOrganisations } from '../../../../test/support/full-lists.ts'
import { countersOf, staffed } from '../../../../test/support/organised.ts'
import { PASSWORD, world } from '../../../../test/support/world.ts'

/** Olga's organisation, and an administrator who is nobody there. */
async function governed(env: Record<string, string> = {}) {
  const here = await staffed({ DISABLE_ADMIN_TWO_FACTOR: 'true', ...env })
  const root = await here.join('root')
  await here.sql(`UPDATE accounts SET role = 'admin' WHERE id = ?`, [root.id])
  return { ...here, root: root.browser, rootId: root.id }
}

describe('GET /admin/orgs', () => {
  it('lists and searches, and finds those without an owner who can sign in', async () => {
    const { root, owner, outsider, org, sql } = await governed()
    await outsider.browser.post('/auth/orgs', { name: 'Zebra Works' })
    const found = async (query: string) =>
      (await root.get(`/admin/orgs?${query}`)).body.orgs?.map(({ slug }: { slug: string }) => slug)
    expect(await found('')).toEqual(['zebra-works', 'acme'])
    expect(await found('search=WOR')).toEqual(['zebra-works'])
    expect(await found(`search=${org.id}`)).toEqual(['acme'])
    expect(await found('search=%25')).toEqual([])
    await owner.browser.put(`/auth/orgs/${org.id}`, { name: 'ACME MÜLLER Öl' })
    for (const typed of ['müll', 'Müll', 'öl']) expect(await found(`search=${encodeURIComponent(typed)}`)).toEqual(['acme'])
    expect(await found('ownerless=true')).toEqual([])
    await sql(`UPDATE accounts SET banned_at = 1 WHERE id = ?`, [owner.id])
    expect(await found('ownerless=true')).toEqual(['acme'])
    expect(await found('ownerless=false')).toEqual(['zebra-works'])
    for (const query of ['ownerless=maybe', 'limit=0', `search=${'x'.repeat(101)}`])
      expect(await root.get(`/admin/orgs?${query}`)).toMatchObject({ status: 400, body: { error: 'invalid_input' } })
  })

  it('finds each of those without a usable owner once, however many are banned', async () => {
    const here = await governed()
    const { root, owner, member, outsider, org, sql } = here
    await outsider.browser.post('/auth/orgs', { name: 'Zebra Works' })
    const found = async (query: string) =>
      (await root.get(`/admin/orgs?${query}`)).body.orgs.map(({ slug }: { slug: string }) => slug)
    await owner.browser.send('PATCH', `/auth/orgs/${org.id}/members/${member.id}/role`, { role: 'owner' })
    await sql(`UPDATE accounts SET banned_at = 1 WHERE id IN (?, ?)`, [owner.id, member.id])
    expect(await found('ownerless=true')).toEqual(['acme'])
    expect(await found('ownerless=true&search=zebra')).toEqual([])
    await fillMembers(here, org.id, 250, 'Banned Owner', 'owner')
    await sql(`UPDATE accounts SET banned_at = 1 WHERE name = 'Banned Owner'`)
    expect(await found('ownerless=true')).toEqual(['acme'])
    expect(await found('ownerless=true&search=acm')).toEqual(['acme'])
    expect(await found('ownerless=false')).toEqual(['zebra-works'])
  })

  it('goes on from place to place', async () => {
    const here = await governed()
    const { root, outsider } = here
    await fillOrganisations(here, outsider.id, 3, 'Full Of Names')
    const slugs = ({ body }: { body: { orgs: { slug: string }[] } }) => body.orgs.map(({ slug }) => slug)
    for (const query of ['limit=2', 'limit=2&search=f', 'limit=2&ownerless=true']) {
      const first = await root.get(`/admin/orgs?${query}`)
      const second = await root.get(`/admin/orgs?${query}&after=${first.body.next}`)
      const all = await root.get(`/admin/orgs?${query.replace('limit=2', 'limit=9')}`)
      expect([...slugs(first), ...slugs(second)]).toEqual(slugs(all).slice(0, 4))
      const back = await root.get(`/admin/orgs?${query}&after=${second.body.previous}`)
      expect(slugs(back)).toEqual(slugs(first))
    }
    expect(await root.get('/admin/orgs?after=nothing')).toMatchObject({ status: 400, body: { error: 'invalid_input' } })
  })

  it('knows what an older version has written by its short name, and by all words after the next purge', async () => {
    const { root, org, sql, purge } = await governed()
    const total = async (search: string) => (await root.get(`/admin/orgs?search=${search}`)).body.total
    await sql(`UPDATE organisations SET name = 'Roadrunner Traps', words_of = NULL WHERE id = ?`, [org.id])
    await sql(`DELETE FROM org_words`)
    expect([await total('acm'), await total('traps'), await total('a%25')]).toEqual([1, 0, 0])
    await purge.run()
    expect([await total('acm'), await total('traps')]).toEqual([1, 1])
  })

  it('is not for an admin or owner of an organisation', async () => {
    const { owner, admin } = await governed()
    for (const { browser } of [owner, admin])
      expect(await browser.get('/admin/orgs')).toMatchObject({ status: 403, body: { error: 'forbidden' } })
  })
})

describe('GET /admin/orgs/{id} and its members', () => {
  it('tell everything, and 404 org_not_found of what is not there', async () => {
    const { root, org, member } = await governed()
    expect((await root.get(`/admin/orgs/${org.id}`)).body).toMatchObject({ slug: 'acme', memberCount: 3 })
    expect((await root.get(`/admin/orgs/${org.id}/members?search=mary`)).body).toMatchObject({
      total: 1,
      members: [{ userId: member.id, email: member.email, role: 'member' }],
    })
    for (const id of ['nothing', member.id])
      for (const path of [`/admin/orgs/${id}`, `/admin/orgs/${id}/members`])
        expect(await root.get(path)).toMatchObject({ status: 404, body: { error: 'org_not_found' } })
    expect((await root.get(`/auth/orgs/${org.id}`)).body.error).toBe('org_not_found')
  })
})

describe('PUT /admin/orgs/{id}/owner', () => {
  it('adds an owner, an outsider as well, and tells all owners', async () => {
    const here = await governed()
    const { root, owner, member, outsider, org, mail, outbox, auditTypes } = here
    for (const { id } of [outsider, member])
      expect((await root.put(`/admin/orgs/${org.id}/owner`, { userId: id })).body.message).toBe(
        'The organisation has a new owner.',
      )
    expect((await outsider.browser.get(`/auth/orgs/${org.id}`)).body).toMatchObject({
      role: 'owner',
      ownerCount: 3,
      memberCount: 4,
    })
    expect(await auditTypes()).toEqual(
      expect.arrayContaining(['admin.org.owner_set', 'org.member.added', 'org.member.role_changed']),
    )
    const { body: log } = await owner.browser.get(`/auth/orgs/${org.id}/audit-logs`)
    expect(JSON.stringify(log.events)).not.toContain(here.rootId)
    await outbox.idle()
    const told = mail.mails
      .filter(({ subject }) => subject?.startsWith('The owners of Acme'))
      .flatMap(({ recipients }) => recipients)
    expect(new Set(told)).toEqual(new Set([owner.email, outsider.email, member.email]))
    const { counted, real } = await countersOf(here)
    expect(counted).toEqual(real)
  })

  it('answers 404 and 400 as the page says', async () => {
    const { root, outsider, member, org, sql } = await governed({ ORG_MAX_OWNED: '1' })
    const set = async (userId: string, id = org.id) => (await root.put(`/admin/orgs/${id}/owner`, { userId })).body.error
    expect(await set(outsider.id, 'nothing')).toBe('org_not_found')
    for (const id of ['nobody', org.id]) expect(await set(id)).toBe('user_not_found')
    await outsider.browser.post('/auth/orgs', { name: 'Mine' })
    expect(await set(outsider.id)).toBe('org_limit_reached')
    await sql(`UPDATE accounts SET verified_at = NULL WHERE id = ?`, [outsider.id])
    await sql(`UPDATE accounts SET banned_at = 1 WHERE id = ?`, [member.id])
    for (const { id } of [outsider, member]) expect(await set(id)).toBe('invalid_input')
  })
})

describe('the log of an organisation', () => {
  it('tells of what an administrator did, and not who that is', async () => {
    const { root, rootId, owner, admin, member, outsider, org, sql } = await governed()
    const url = `/auth/orgs/${org.id}/audit-logs`
    const before = (await owner.browser.get(url)).body.total
    await admin.browser.post(`/auth/orgs/${org.id}/invites`, { email: 'new@example.com', role: 'member' })
    for (const { id } of [member, outsider]) await root.put(`/admin/orgs/${org.id}/owner`, { userId: id })
    await root.delete(`/admin/users/${admin.id}`)
    const { text, body } = await owner.browser.get(url)
    expect(body.events.slice(0, body.total - before).map(({ type }: { type: string }) => type)).toEqual([
      'org.member.left',
      'org.invite.revoked',
      'admin.org.owner_set',
      'org.member.added',
      'admin.org.owner_set',
      'org.member.role_changed',
      'org.invite.created',
    ])
    expect(text).not.toContain(rootId)
    expect((await owner.browser.get(`${url}?actorId=${rootId}`)).body).toMatchObject({ events: [], total: 0 })
    expect((await owner.browser.get(`${url}?actorId=${admin.id}`)).body.total).toBe(3)
    // The operator's own log says it.
    const [{ actors }] = (await sql(
      `SELECT COUNT(*) AS actors FROM audit_events WHERE actor_id = ? AND type IN ('admin.org.owner_set', 'account.deleted')`,
      [rootId],
    )) as [{ actors: unknown }]
    expect(Number(actors)).toBe(3)
  })
})

describe('DELETE /admin/orgs/{id}', () => {
  it('removes an organisation, and tells its owners', async () => {
    const here = await governed()
    const { root, owner, org, mail, outbox, auditTypes } = here
    expect((await root.delete(`/admin/orgs/${org.id}`)).body.message).toBe('The organisation was deleted.')
    expect(await root.delete(`/admin/orgs/${org.id}`)).toMatchObject({ status: 404, body: { error: 'org_not_found' } })
    await outbox.idle()
    expect(mail.mails).toContainEqual(
      expect.objectContaining({ recipients: [owner.email], subject: 'Acme was deleted (Latchkey)' }),
    )
    expect(await auditTypes()).toContain('admin.org.deleted')
    const { counted, real } = await countersOf(here)
    expect(counted).toEqual(real)
  })
})

describe('the deletion of an account', () => {
  it('takes an organisation along that has no other member, and leaves the others', async () => {
    const here = await governed()
    const { owner, member, org, sql, auditTypes } = here
    await member.browser.post('/auth/orgs', { name: 'Alone' })
    expect((await member.browser.delete('/auth/account', { password: PASSWORD })).status).toBe(200)
    expect(await sql(`SELECT slug, member_count FROM organisations`)).toEqual([{ slug: 'acme', member_count: 2 }])
    expect(await auditTypes()).toEqual(expect.arrayContaining(['org.member.left', 'org.deleted', 'account.deleted']))
    expect((await owner.browser.get(`/auth/orgs/${org.id}`)).body.memberCount).toBe(2)
    const { counted, real } = await countersOf(here)
    expect(counted).toEqual(real)
  })

  it('answers 400 cannot_remove_last_owner and names the organisations, to the owner and to an administrator', async () => {
    const { root, owner, admin, org, sql } = await governed()
    const replies = [
      await owner.browser.delete('/auth/account', { password: PASSWORD }),
      await root.delete(`/admin/users/${owner.id}`),
    ]
    for (const reply of replies)
      expect(reply).toMatchObject({
        status: 400,
        body: { error: 'cannot_remove_last_owner', message: expect.stringContaining('Acme') },
      })
    await sql(`UPDATE accounts SET password_hash = NULL WHERE id = ?`, [owner.id])
    await owner.browser.send('PATCH', `/auth/orgs/${org.id}/members/${admin.id}/role`, { role: 'owner' })
    expect((await root.delete(`/admin/users/${owner.id}`)).status).toBe(200)
    expect((await admin.browser.get(`/auth/orgs/${org.id}`)).body).toMatchObject({ ownerCount: 1, memberCount: 2 })
  })

  it('holds the rule with organisations switched off, too', async () => {
    const { owner, database } = await governed()
    const { browser } = await world({ databaseUrl: database.url })
    const visitor = browser()
    await visitor.post('/auth/login', { email: owner.email, password: PASSWORD })
    expect((await visitor.delete('/auth/account', { password: PASSWORD })).body.error).toBe('cannot_remove_last_owner')
  })
})
