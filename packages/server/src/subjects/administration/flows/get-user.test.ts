import { describe, expect, it } from 'vitest'
import { administered } from '../../../../test/support/administered.ts'
import { addPasskey, addTotp } from '../../../../test/support/factored.ts'

describe('GET /admin/users/{id}', () => {
  it('answers the account in detail', async () => {
    const { root, adaId, clock } = await administered()
    const now = new Date(clock.now()).toISOString()
    expect((await root.get(`/admin/users/${adaId}`)).body).toEqual({
      user: expect.objectContaining({ id: adaId, email: 'ada@example.com' }),
      hasPassword: true,
      activeSessionCount: 1,
      lastSignInAt: now,
      lastActiveAt: now,
      providers: [],
    })
  })

  it('answers what the account has beside its password, if anything', async () => {
    const here = await administered()
    await addPasskey(here.ada)
    await addTotp(here, here.ada)
    expect((await here.root.get(`/admin/users/${here.adaId}`)).body.factors).toEqual({
      email: false,
      totp: true,
      passkeys: 1,
      passkeyGate: false,
      recoveryCodes: 10,
    })
  })

  it.each(['01890000-0000-7000-8000-000000000000', 'nonsense', '%00'])(
    'answers user_not_found 404 to %s, as every route of a user',
    async (id) => {
      const { root } = await administered()
      const replies = [
        await root.get(`/admin/users/${id}`),
        await root.send('PATCH', `/admin/users/${id}/role`, { role: 'user' }),
        await root.send('PATCH', `/admin/users/${id}/role`, { role: 'admin' }),
        await root.send('PATCH', `/admin/users/${id}/ban`),
        await root.send('PATCH', `/admin/users/${id}/unban`),
        await root.delete(`/admin/users/${id}`),
        await root.get(`/admin/users/${id}/sessions`),
        await root.delete(`/admin/users/${id}/sessions`),
      ]
      for (const reply of replies) expect(reply).toMatchObject({ status: 404, body: { error: 'user_not_found' } })
    },
  )
})
