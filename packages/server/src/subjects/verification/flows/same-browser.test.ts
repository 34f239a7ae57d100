import { describe, expect, it } from 'vitest'
import { EMAIL, withTotp } from '../../../../test/support/factored.ts'
import { elevatedUntil } from '../../../../test/support/stepped-up.ts'
import { world } from '../../../../test/support/world.ts'

async function asked(env: Record<string, string> = {}) {
  const here = await world({ withMail: true, env })
  const owner = await here.signedUp(EMAIL)
  await owner.post('/auth/resend-verification')
  return { ...here, owner, code: (await here.mail.newest(EMAIL)).code }
}

describe('POST /auth/verify-email in a browser that is signed in to the account', () => {
  it('puts a fresh session in the place of the old one, which ends', async () => {
    const { owner, code, sql } = await asked()
    const old = owner.clone()
    const before = (await owner.get('/auth/me')).body.session.id
    const { body } = await owner.post('/auth/verify-email', { code })
    expect(body.session.id).not.toBe(before)
    expect((await old.get('/auth/me')).status).toBe(401)
    const { body: list } = await owner.get('/auth/sessions')
    expect(list).toMatchObject({ total: 1, currentSessionId: body.session.id, sessions: [{ method: 'password' }] })
    const [ended] = await sql(`SELECT metadata FROM audit_events WHERE type = 'session.revoked'`)
    expect(JSON.parse(String(ended?.['metadata']))).toEqual({ reason: 'replaced' })
  })

  it('keeps the name of the session and the freshness of the password that was typed', async () => {
    const { owner, code } = await asked()
    const { id } = (await owner.get('/auth/me')).body.session
    await owner.send('PATCH', `/auth/sessions/${id}`, { name: 'Laptop' })
    const until = await elevatedUntil(owner)
    expect(until).not.toBeNull()
    await owner.post('/auth/verify-email', { code })
    expect(await elevatedUntil(owner)).toBe(until)
    expect((await owner.get('/auth/sessions')).body.sessions[0].name).toBe('Laptop')
  })

  it('asks for no second factor again, and keeps that one was passed', async () => {
    const { enter, app, mail, sql } = await withTotp()
    const { visitor, verify } = await enter()
    await verify({ code: app.code() })
    await visitor.post('/auth/resend-verification')
    const { code } = await mail.newest(EMAIL)
    const { body } = await visitor.post('/auth/verify-email', { code })
    expect(body).toHaveProperty('session')
    const [row] = await sql(`SELECT second_factor_at FROM sessions WHERE id = ?`, [body.session.id])
    expect(row?.['second_factor_at']).not.toBeNull()
  })

  it('leaves a session of another browser alone', async () => {
    const { owner, code, browser } = await asked()
    const other = browser()
    await other.post('/auth/login', { email: EMAIL, password: 'correct horse 1' })
    await owner.post('/auth/verify-email', { code })
    expect((await other.get('/auth/me')).status).toBe(200)
  })
})
