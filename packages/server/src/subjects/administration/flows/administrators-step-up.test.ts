import { describe, expect, it } from 'vitest'
import { administered, idOf, ROOT } from '../../../../test/support/administered.ts'
import type { Browser } from '../../../../test/support/browser.ts'
import { addPasskey, addTotp } from '../../../../test/support/factored.ts'
import { STEP_UP_MS, stepUp } from '../../../../test/support/stepped-up.ts'
import { PASSWORD, world } from '../../../../test/support/world.ts'

const acts = (id: string) =>
  [
    ['POST', '/admin/keys', { name: 'billing', scopes: ['users:read'] }],
    ['POST', '/admin/users', { email: 'new@example.com', name: 'New', role: 'admin' }],
    ['PATCH', `/admin/users/${id}/role`, { role: 'admin' }],
    ['PATCH', `/admin/users/${id}/role`, { role: 'user' }],
    ['DELETE', `/admin/users/${id}/factors`, undefined],
    ['PATCH', `/admin/users/${id}/email`, { email: 'other@example.com' }],
  ] as const

const required = { status: 403, body: { error: 'step_up_required' } }

async function tryAll(root: Browser, id: string) {
  const replies = []
  for (const [method, url, body] of acts(id)) replies.push(await root.send(method, url, body))
  return replies
}

describe('what makes keys and administrators, or takes an account’s factors or address', () => {
  it('wants a proof from a moment ago: a stolen session does none of it', async () => {
    const { root, adaId, clock, sql } = await administered()
    clock.advance(STEP_UP_MS)
    for (const reply of await tryAll(root, adaId)) expect(reply).toMatchObject(required)
    expect(await sql(`SELECT id FROM api_keys`)).toEqual([])
    expect(await sql(`SELECT email FROM accounts WHERE role = 'admin'`)).toEqual([{ email: ROOT }])
    expect((await root.get('/admin/users')).status).toBe(200)
    expect((await root.send('PATCH', `/admin/users/${adaId}/ban`)).status).toBe(200)
    const user = { email: 'user@example.com', name: 'User', role: 'user' }
    expect((await root.post('/admin/users', user)).status).toBe(201)
  })

  it('is done after a sign-in at the administrators’ door, for as long as that counts', async () => {
    const { root, adaId, clock } = await administered()
    clock.advance(STEP_UP_MS - 1)
    for (const { status } of await tryAll(root, adaId)) expect([200, 201]).toContain(status)
  })

  it('is done after a mailed code, which is what their door asks for; a password alone is no proof', async () => {
    const { root, adaId, clock, mail } = await administered()
    clock.advance(STEP_UP_MS)
    expect((await root.get('/auth/step-up')).body).toEqual({ elevatedUntil: null, methods: ['email'] })
    expect(await stepUp(root, { password: PASSWORD })).toMatchObject({ status: 400, body: { error: 'step_up_method' } })
    const before = mail.countTo(ROOT)
    expect((await root.post('/auth/step-up/send', {})).status).toBe(200)
    const { code } = await mail.newest(ROOT, before + 1)
    expect((await stepUp(root, { code })).status).toBe(200)
    for (const { status } of await tryAll(root, adaId)) expect([200, 201]).toContain(status)
    clock.advance(STEP_UP_MS)
    expect(await root.post('/admin/keys', { name: 'x', scopes: ['users:read'] })).toMatchObject(required)
  })

  it('is done with nothing less than the authenticator app of an administrator who has one', async () => {
    const here = await administered()
    const { root, adaId, clock } = here
    const { app } = await addTotp(here, root)
    expect(await root.post('/admin/keys', { name: 'x', scopes: ['users:read'] })).toMatchObject(required)
    expect((await root.get('/auth/step-up')).body.methods).toEqual(['totp', 'recovery'])
    clock.advance(STEP_UP_MS)
    expect((await stepUp(root, { code: app.code() })).status).toBe(200)
    for (const { status } of await tryAll(root, adaId)) expect([200, 201]).toContain(status)
  })

  it('is done with a passkey that is not asked for at sign-ins, too', async () => {
    const { root, adaId, clock } = await administered()
    const { authenticator } = await addPasskey(root)
    clock.advance(STEP_UP_MS)
    expect((await root.get('/auth/step-up')).body.methods).toEqual(['email', 'passkey'])
    const { body } = await root.post('/auth/step-up/options')
    const shown = { state: body.state, passkey: authenticator.assert(body.options) }
    expect((await stepUp(root, shown)).status).toBe(200)
    for (const { status } of await tryAll(root, adaId)) expect([200, 201]).toContain(status)
  })

  it('is done with the password where DISABLE_ADMIN_TWO_FACTOR asks administrators for no more', async () => {
    const { signedUp, sql, clock } = await world({ env: { DISABLE_ADMIN_TWO_FACTOR: 'true' } })
    const [root, ada] = [await signedUp(ROOT), await signedUp()]
    await sql(`UPDATE accounts SET role = 'admin' WHERE email = ?`, [ROOT])
    const adaId = await idOf(ada)
    clock.advance(STEP_UP_MS)
    expect(await root.post('/admin/keys', { name: 'x', scopes: ['users:read'] })).toMatchObject(required)
    expect((await stepUp(root)).status).toBe(200)
    for (const { status } of await tryAll(root, adaId)) expect([200, 201]).toContain(status)
  })
})
