import { describe, expect, it } from 'vitest'
import { addPasskey, signedInAda } from '../../../../test/support/factored.ts'
import { stepUp } from '../../../../test/support/stepped-up.ts'
import { world } from '../../../../test/support/world.ts'

/** The service of before under other settings, and its owner's browser there. */
async function restarted({ database, owner }: Awaited<ReturnType<typeof signedInAda>>, env: Record<string, string>) {
  const { browser } = await world({ databaseUrl: database.url, env })
  const there = browser()
  for (const [name, value] of owner.jar) there.jar.set(name, value)
  return there
}

describe('passkeys that are switched off', () => {
  it('are still asked for after one of them was removed, until the last is', async () => {
    const here = await signedInAda()
    const { owner } = here
    const { id } = await addPasskey(owner, { keepOtherSessions: true })
    const { authenticator } = await addPasskey(owner, { keepOtherSessions: true })
    await owner.post('/auth/2fa/enable', { method: 'passkey' })
    const { options, state } = (await owner.post('/auth/step-up/options')).body
    await stepUp(owner, { state, passkey: authenticator.assert(options) })
    const there = await restarted(here, { PASSKEYS: 'false' })
    expect((await there.delete(`/auth/passkeys/${id}`)).status).toBe(200)
    const { body } = await there.get('/auth/factors')
    expect(body).toMatchObject({ twoFactorEnabled: true, passkeyGate: true, methods: ['passkey'] })
    await there.delete(`/auth/passkeys/${body.passkeys[0].id}`)
    expect((await there.get('/auth/factors')).body).toMatchObject({ twoFactorEnabled: false, passkeyGate: false })
  })

  it.each([{ PASSKEYS: 'false' }, { PUBLIC_URL: 'http://127.0.0.1:3000' }])(
    'cannot be made the second factor: method_disabled 405 (%o)',
    async (env) => {
      const here = await signedInAda()
      await addPasskey(here.owner)
      const there = await restarted(here, env)
      const headers = { origin: env.PUBLIC_URL ?? 'http://localhost:3000' }
      const reply = await there.post('/auth/2fa/enable', { method: 'passkey' }, { headers })
      expect(reply).toMatchObject({ status: 405, body: { error: 'method_disabled' } })
      expect((await there.get('/auth/factors')).body.passkeyGate).toBe(false)
    },
  )
})
