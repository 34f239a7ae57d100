import { describe, expect, it } from 'vitest'
import { ADA, administered } from '../../../../test/support/administered.ts'
import { PASSWORD } from '../../../../test/support/world.ts'

const credentials = { email: ADA, password: PASSWORD }

describe('PATCH /admin/users/{id}/ban and /unban', () => {
  it('ends a change of address that waits', async () => {
    const { root, ada, adaId, mail, browser } = await administered()
    await ada.post('/auth/email/change', { email: 'ada@example.org' })
    const { code } = await mail.newest('ada@example.org')
    await root.send('PATCH', `/admin/users/${adaId}/ban`)
    await root.send('PATCH', `/admin/users/${adaId}/unban`)
    expect((await browser().post('/auth/email/change/confirm', { code })).body.error).toBe('code_invalid')
  })

  it('ends every session and refresh token at once, and lets the account in again afterwards', async () => {
    const { root, adaId, ada, browser } = await administered()
    expect((await root.send('PATCH', `/admin/users/${adaId}/ban`)).status).toBe(200)
    expect((await ada.clone().get('/auth/me')).status).toBe(401)
    expect((await ada.clone().post('/auth/refresh')).body.error).toBe('session_revoked')
    expect((await browser().post('/auth/login', credentials)).body.error).toBe('user_banned')
    expect((await root.send('PATCH', `/admin/users/${adaId}/unban`)).status).toBe(200)
    expect((await ada.clone().get('/auth/me')).status).toBe(401)
    expect((await browser().post('/auth/login', credentials)).status).toBe(200)
  })

  it('writes who did it into the audit log', async () => {
    const { root, rootId, adaId, sql } = await administered()
    await root.send('PATCH', `/admin/users/${adaId}/ban`)
    await root.send('PATCH', `/admin/users/${adaId}/unban`)
    const rows = await sql(
      `SELECT type, actor_id, target_user_id FROM audit_events WHERE type LIKE 'admin.user.%' ORDER BY created_at, id`,
    )
    const who = { actor_id: rootId, target_user_id: adaId }
    expect(rows).toMatchObject([
      { type: 'admin.user.banned', ...who },
      { type: 'admin.user.unbanned', ...who },
    ])
  })

  it('answers already_banned and not_banned 400', async () => {
    const { root, adaId } = await administered()
    expect(await root.send('PATCH', `/admin/users/${adaId}/unban`)).toMatchObject({ status: 400, body: { error: 'not_banned' } })
    await root.send('PATCH', `/admin/users/${adaId}/ban`)
    expect(await root.send('PATCH', `/admin/users/${adaId}/ban`)).toMatchObject({
      status: 400,
      body: { error: 'already_banned' },
    })
  })

  it('lets no login that was in flight through', async () => {
    const { root, adaId, browser, hasher } = await administered()
    hasher.afterNext = async () => void (await root.send('PATCH', `/admin/users/${adaId}/ban`))
    expect((await browser().post('/auth/login', credentials)).setCookies).toEqual([])
  })

  it('lets no login through that was in flight when a ban came and went', async () => {
    const { root, adaId, browser, hasher } = await administered()
    hasher.afterNext = async () => {
      await root.send('PATCH', `/admin/users/${adaId}/ban`)
      await root.send('PATCH', `/admin/users/${adaId}/unban`)
    }
    expect((await browser().post('/auth/login', credentials)).setCookies).toEqual([])
  })

  it('takes no body, an empty one, and none that is not JSON', async () => {
    const { root, adaId } = await administered()
    const ban = (raw: string) => root.send('PATCH', `/admin/users/${adaId}/ban`, undefined, { raw })
    expect(await ban('{"reason":')).toMatchObject({ status: 400, body: { error: 'invalid_json' } })
    expect((await ban('')).status).toBe(200)
    await root.send('PATCH', `/admin/users/${adaId}/unban`)
    expect((await ban('{}')).status).toBe(200)
  })

  it('keeps the reason for administrators, and forgets it with the ban', async () => {
    const { root, adaId, ada, browser, sql } = await administered()
    expect((await root.send('PATCH', `/admin/users/${adaId}/ban`, { reason: '  Spam, ticket 12 ' })).status).toBe(200)
    expect((await root.get(`/admin/users/${adaId}`)).body).toMatchObject({
      user: { isBanned: true },
      bannedAt: expect.any(String),
      banReason: 'Spam, ticket 12',
    })
    expect(JSON.stringify((await browser().post('/auth/login', credentials)).body)).not.toContain('Spam')
    expect(JSON.stringify((await ada.get('/auth/me')).body)).not.toContain('Spam')
    const [event] = await sql(`SELECT metadata FROM audit_events WHERE type = 'admin.user.banned'`)
    expect(event).toMatchObject({ metadata: '{"reason":"Spam, ticket 12"}' })
    await root.send('PATCH', `/admin/users/${adaId}/unban`)
    expect((await root.get(`/admin/users/${adaId}`)).body).not.toHaveProperty('banReason')
    await root.send('PATCH', `/admin/users/${adaId}/ban`, { reason: ' ' })
    expect((await root.get(`/admin/users/${adaId}`)).body).not.toHaveProperty('banReason')
  })

  it.each(['x'.repeat(501), 'a\u0000b', 'two\nlines'])('answers validation_error 400 to the reason %j', async (reason) => {
    const { root, adaId } = await administered()
    const answer = await root.send('PATCH', `/admin/users/${adaId}/ban`, { reason })
    expect(answer).toMatchObject({ status: 400, body: { error: 'validation_error' } })
    expect((await root.get(`/admin/users/${adaId}`)).body.user.isBanned).toBe(false)
  })
})
