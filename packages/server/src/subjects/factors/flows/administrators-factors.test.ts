import { describe, expect, it } from 'vitest'
import { ada, addPasskey, EMAIL, signedInAda } from '../../../../test/support/factored.ts'

const refused = { status: 403, body: { error: 'two_factor_required' } }

/** An administrator, and a browser in which only the password was typed. */
async function administrator(env: Record<string, string> = {}) {
  const here = await signedInAda(env)
  await here.sql(`UPDATE accounts SET role = 'admin'`)
  const visitor = here.browser()
  await visitor.post('/auth/login', ada)
  return { ...here, visitor }
}

describe("an administrator's second factor", () => {
  it.each([
    '/auth/2fa/totp/begin',
    '/auth/2fa/totp/confirm',
    '/auth/passkeys/options',
    '/auth/passkeys',
    '/auth/2fa/recovery-codes',
  ])('is not enrolled with a password alone, which would so open their routes: %s', async (route) => {
    const { visitor } = await administrator()
    await visitor.post('/auth/2fa/enable', { password: ada.password })
    expect(await visitor.post(route, { code: '000000', state: 'x', passkey: {} })).toMatchObject(refused)
    expect((await visitor.get('/admin/users')).body.error).toBe('two_factor_required')
  })

  it('is enrolled after a mailed code at their door', async () => {
    const { visitor, mail } = await administrator()
    const { challengeId } = (await visitor.post('/auth/admin/login', ada)).body
    const { code } = await mail.newest(EMAIL)
    await visitor.post('/auth/2fa/verify', { challengeId, code })
    expect((await addPasskey(visitor)).reply.status).toBe(201)
  })

  it('is enrolled with a password where DISABLE_ADMIN_TWO_FACTOR asks for nothing more', async () => {
    const { visitor } = await administrator({ DISABLE_ADMIN_TWO_FACTOR: 'true' })
    expect((await addPasskey(visitor)).reply.status).toBe(201)
  })
})
