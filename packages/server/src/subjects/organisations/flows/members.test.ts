import { describe, expect, it } from 'vitest'
import { countersOf, staffed } from '../../../../test/support/organised.ts'

const roleOf = async ({ sql }: Awaited<ReturnType<typeof staffed>>, id: string) =>
  (await sql(`SELECT role FROM org_members WHERE account_id = ?`, [id]))[0]?.['role']

describe('GET /auth/orgs/{orgId}/members', () => {
  it('tells members the names, and admins and owners the addresses', async () => {
    const { owner, admin, member, org } = await staffed()
    const url = `/auth/orgs/${org.id}/members`
    const seen = (await member.browser.get(url)).body
    expect(seen).toMatchObject({ total: 3, limit: 20, offset: 0 })
    expect(seen.members[0]).toEqual({ userId: owner.id, name: 'Olga', role: 'owner', joinedAt: expect.any(String) })
    expect(JSON.stringify(seen)).not.toContain('@')
    for (const { browser } of [owner, admin])
      expect((await browser.get(url)).body.members.map(({ email }: { email: string }) => email)).toEqual([
        owner.email,
        admin.email,
        member.email,
      ])
  })

  it('is searched by name, and by address only where that is seen', async () => {
    const { admin, member, org, sql } = await staffed()
    await sql(`UPDATE accounts SET name = 'Mary 100%_Jane' WHERE id = ?`, [member.id])
    const found = async (by: typeof admin, search: string) =>
      (await by.browser.get(`/auth/orgs/${org.id}/members?search=${encodeURIComponent(search)}`)).body.total
    for (const one of [admin, member]) {
      expect(await found(one, 'MAR')).toBe(1)
      expect(await found(one, '100%_j')).toBe(1)
      expect(await found(one, '%')).toBe(0)
    }
    expect([await found(admin, 'mary@ex'), await found(member, 'mary@ex')]).toEqual([1, 0])
    await sql(`UPDATE accounts SET name = 'Änne Öz' WHERE id = ?`, [member.id])
    for (const typed of ['Änne', 'änne', 'Ö']) expect(await found(member, typed)).toBe(1)
    const tooLong = await admin.browser.get(`/auth/orgs/${org.id}/members?search=${'x'.repeat(255)}`)
    expect(tooLong).toMatchObject({ status: 400, body: { error: 'invalid_input' } })
  })
})

describe('PATCH /auth/orgs/{orgId}/members/{userId}/role', () => {
  it('lets an admin change admins and members, and nothing about owners', async () => {
    const here = await staffed()
    const { owner, admin, member, org, mail, outbox } = here
    const set = (by: typeof admin, who: typeof admin, role: string) =>
      by.browser.send('PATCH', `/auth/orgs/${org.id}/members/${who.id}/role`, { role })
    expect((await set(admin, member, 'admin')).body).toEqual({ message: 'The role was changed.' })
    await outbox.idle()
    expect(mail.mails).toContainEqual(
      expect.objectContaining({
        recipients: [member.email],
        subject: 'Your role in Acme was changed (Latchkey)',
        text: expect.stringContaining('you are an admin of Acme.'),
      }),
    )
    expect((await set(admin, member, 'owner')).body.error).toBe('org_forbidden')
    expect((await set(admin, owner, 'member')).body.error).toBe('org_forbidden')
    expect((await set(admin, member, 'king')).body.error).toBe('invalid_role')
    expect((await set(admin, here.outsider, 'member')).body.error).toBe('org_member_not_found')
    expect((await set(owner, owner, 'admin')).body).toMatchObject({
      error: 'cannot_remove_last_owner',
      message: expect.stringContaining('Acme'),
    })
    expect((await set(owner, member, 'owner')).status).toBe(200)
    expect((await set(owner, owner, 'admin')).status).toBe(200)
    const { counted, real } = await countersOf(here)
    expect(counted).toEqual(real)
  })

  it('does not count an owner who is banned', async () => {
    const here = await staffed()
    const { owner, admin, org, sql } = here
    await owner.browser.send('PATCH', `/auth/orgs/${org.id}/members/${admin.id}/role`, { role: 'owner' })
    await sql(`UPDATE accounts SET banned_at = 1 WHERE id = ?`, [admin.id])
    for (const reply of [
      await owner.browser.post(`/auth/orgs/${org.id}/leave`),
      await owner.browser.send('PATCH', `/auth/orgs/${org.id}/members/${owner.id}/role`, { role: 'member' }),
      await owner.browser.delete(`/auth/orgs/${org.id}/members/${owner.id}`),
    ])
      expect(reply).toMatchObject({ status: 400, body: { error: 'cannot_remove_last_owner' } })
    expect((await owner.browser.get(`/auth/orgs/${org.id}`)).body.ownerCount).toBe(2)
  })

  it.each(['banned_at = 1', 'verified_at = NULL'])('makes nobody an owner with %s, by any way', async (state) => {
    const here = await staffed()
    const { owner, member, org, sql } = here
    await sql(`UPDATE accounts SET ${state} WHERE id = ?`, [member.id])
    const path = `/auth/orgs/${org.id}/members/${member.id}/role`
    for (const reply of [
      await owner.browser.send('PATCH', path, { role: 'owner' }),
      await owner.browser.post(`/auth/orgs/${org.id}/transfer`, { userId: member.id }),
    ])
      expect(reply).toMatchObject({ status: 400, body: { error: 'invalid_input' } })
    expect(await roleOf(here, member.id)).toBe('member')
    expect((await owner.browser.send('PATCH', path, { role: 'admin' })).status).toBe(200)
  })

  it('answers org_limit_reached where the new owner owns as many as allowed', async () => {
    const { owner, member, org } = await staffed({ ORG_MAX_OWNED: '1' })
    await member.browser.post('/auth/orgs', { name: 'Mine' })
    const path = `/auth/orgs/${org.id}/members/${member.id}/role`
    expect((await owner.browser.send('PATCH', path, { role: 'owner' })).body.error).toBe('org_limit_reached')
    const handed = await owner.browser.post(`/auth/orgs/${org.id}/transfer`, { userId: member.id })
    expect(handed).toMatchObject({ status: 400, body: { error: 'org_limit_reached' } })
  })
})

describe('DELETE /auth/orgs/{orgId}/members/{userId} and POST …/leave', () => {
  it('end a membership at once, and its invites', async () => {
    const here = await staffed()
    const { owner, admin, member, org, mail, outbox } = here
    const { body: invite } = await admin.browser.post(`/auth/orgs/${org.id}/invites`, {
      email: 'new@example.com',
      role: 'member',
    })
    expect((await admin.browser.delete(`/auth/orgs/${org.id}/members/${owner.id}`)).body.error).toBe('org_forbidden')
    expect((await owner.browser.delete(`/auth/orgs/${org.id}/members/${admin.id}`)).body.message).toBe('The member was removed.')
    await outbox.idle()
    expect(mail.mails).toContainEqual(
      expect.objectContaining({
        recipients: [admin.email],
        subject: 'You were removed from Acme (Latchkey)',
      }),
    )
    expect((await admin.browser.get(`/auth/orgs/${org.id}`)).body.error).toBe('org_not_found')
    const { body } = await owner.browser.get(`/auth/orgs/${org.id}/invites?status=revoked`)
    expect(body.invites).toMatchObject([{ id: invite.id, status: 'revoked' }])
    expect((await member.browser.post(`/auth/orgs/${org.id}/leave`)).body.message).toBe('You have left the organisation.')
    expect(await roleOf(here, member.id)).toBeUndefined()
    expect((await owner.browser.post(`/auth/orgs/${org.id}/leave`)).body.error).toBe('cannot_remove_last_owner')
    expect((await owner.browser.delete(`/auth/orgs/${org.id}/members/${member.id}`)).body.error).toBe('org_member_not_found')
    const { counted, real } = await countersOf(here)
    expect(counted).toEqual(real)
  })
})

describe('POST /auth/orgs/{orgId}/transfer', () => {
  it.each([
    [undefined, 'admin'],
    ['member', 'member'],
    ['owner', 'owner'],
  ] as const)('with role %s makes a member an owner and leaves the caller %s', async (role, left) => {
    const here = await staffed()
    const { owner, member, org, auditTypes, mail, outbox } = here
    const reply = await owner.browser.post(`/auth/orgs/${org.id}/transfer`, { userId: member.id, ...(role && { role }) })
    expect(reply.body).toEqual({ message: 'The organisation has a new owner.' })
    expect([await roleOf(here, member.id), await roleOf(here, owner.id)]).toEqual(['owner', left])
    expect(await auditTypes()).toContain('org.owner.transferred')
    await outbox.idle()
    const told = mail.mails.filter(({ subject }) => subject === 'The owners of Acme have changed (Latchkey)')
    expect(new Set(told.flatMap(({ recipients }) => recipients))).toEqual(new Set([owner.email, member.email]))
    const { counted, real } = await countersOf(here)
    expect(counted).toEqual(real)
  })

  it('answers invalid_input to oneself and to a banned or unverified member, and 404 to a stranger', async () => {
    const { owner, admin, member, outsider, org, sql, clock } = await staffed()
    await sql(`UPDATE accounts SET banned_at = 1 WHERE id = ?`, [admin.id])
    await sql(`UPDATE accounts SET verified_at = NULL WHERE id = ?`, [member.id])
    const to = async (userId: string, more = {}) =>
      (await owner.browser.post(`/auth/orgs/${org.id}/transfer`, { userId, ...more })).body.error
    for (const id of [owner.id, admin.id, member.id]) expect(await to(id)).toBe('invalid_input')
    for (const id of [outsider.id, 'nobody', '']) expect(await to(id)).toBe('org_member_not_found')
    expect(await to(outsider.id, { role: 'king' })).toBe('invalid_role')
    clock.advance(11 * 60_000)
    expect(await to(outsider.id)).toBe('step_up_required')
  })
})
