import { describe, expect, it } from 'vitest'
import type { Browser } from '../../../../test/support/browser.ts'
import { type Asked, asked, byMail, EMAIL } from '../../../../test/support/by-mail.ts'
import { addPasskey, addTotp, STEP_MS } from '../../../../test/support/factored.ts'
import { elevatedUntil, stepUp } from '../../../../test/support/stepped-up.ts'
import { PASSWORD } from '../../../../test/support/world.ts'

/** Ada, who signs in by mail as well and has proved the mailbox. */
async function ada(env: Record<string, string> = {}) {
  const here = await byMail({ env })
  const owner = await here.signedUp(EMAIL)
  if (!owner.jar.has('app_session')) {
    const { code } = await here.mail.newest(EMAIL)
    const challengeId = (await owner.post('/auth/login', { email: EMAIL, password: PASSWORD })).body.challengeId
    await owner.post('/auth/2fa/verify', { challengeId, code })
  }
  await here.sql(`UPDATE accounts SET mailbox_proved_at = 1, verified_at = 1`)
  return { ...here, owner }
}

/** The same with an authenticator app, and a browser that has redeemed a code. */
async function gated(env: Record<string, string> = {}) {
  const here = await ada(env)
  const { app, recoveryCodes } = await addTotp(here, here.owner, { keepOtherSessions: true })
  return { ...here, app, recoveryCodes, entering: (visitor?: Browser): Promise<Asked> => asked(here, EMAIL, visitor) }
}

const BESIDE = { TWO_FACTOR_EMAIL_BESIDE: 'true' }

describe('the gate after a mailed code', () => {
  it.each([[{}], [BESIDE]])('asks for the stronger factor, and never for another mailed code: %j', async (env) => {
    const here = await gated(env)
    const { visitor, enter } = await here.entering()
    const { body, setCookies } = await enter()
    expect(body).toMatchObject({ requiresTwoFactor: true, codeSent: false, methods: ['totp', 'recovery'] })
    expect(setCookies.map((line) => line.split('=')[0])).toEqual(['_2fa_challenge', '_sign_in_code'])
    const { challengeId } = body
    expect((await visitor.post('/auth/2fa/resend', { challengeId })).status).toBe(410)
    expect((await visitor.post('/auth/2fa/verify', { challengeId, code: here.app.code() })).status).toBe(200)
    expect(here.mail.countTo(EMAIL)).toBe(1)
  })

  it('takes no mailed code that another browser has caused for the same challenge', async () => {
    const here = await gated(BESIDE)
    const { visitor, enter } = await here.entering()
    const other = here.browser()
    const { challengeId } = (await other.post('/auth/login', { email: EMAIL, password: PASSWORD })).body
    const { code } = await here.mail.newest(EMAIL, 2)
    expect((await enter()).body.challengeId).toBe(challengeId)
    expect((await visitor.post('/auth/2fa/verify', { challengeId, code, method: 'email' })).status).toBe(400)
  })

  it.each(['before', 'after'])(
    'takes none either where no cookie ties a browser to the challenge, with a password typed %s it',
    async (when) => {
      const here = await gated({ ...BESIDE, DISABLE_CHALLENGE_BINDING: 'true' })
      const mailed = async (): Promise<string> => {
        const before = here.mail.countTo(EMAIL)
        await here.browser().post('/auth/login', { email: EMAIL, password: PASSWORD })
        return (await here.mail.newest(EMAIL, before + 1)).code
      }
      const earlier = when === 'before' ? await mailed() : undefined
      const { enter } = await here.entering()
      const { challengeId } = (await enter()).body
      const code = earlier ?? (await mailed())
      const verify = (typed: string, method?: string) =>
        here.browser().post('/auth/2fa/verify', { challengeId, code: typed, method })
      expect((await verify(code, 'email')).status).toBe(400)
      expect((await verify(here.app.code())).status).toBe(200)
    },
  )

  it('takes a passkey that is asked for at every sign-in', async () => {
    const here = await ada()
    await addPasskey(here.owner)
    await here.owner.post('/auth/2fa/enable', { method: 'passkey', keepOtherSessions: true })
    const { enter } = await asked(here)
    expect((await enter()).body).toMatchObject({ requiresTwoFactor: true, methods: ['passkey'] })
  })

  it('asks for no mailed second factor: the code has proved the mailbox', async () => {
    const here = await ada({ TWO_FACTOR_DEFAULT_ENABLED: 'true' })
    const { enter } = await asked(here)
    expect((await enter()).body).toHaveProperty('session')
  })

  it('opens no route of administrators, and offers them no mailed code for it', async () => {
    const here = await ada(BESIDE)
    await here.sql(`UPDATE accounts SET role = 'admin'`)
    const { visitor, enter } = await asked(here)
    expect((await enter()).status).toBe(200)
    expect((await visitor.get('/admin/users')).body.error).toBe('two_factor_required')
    expect((await visitor.post('/auth/admin/challenge')).body.error).toBe('two_factor_not_enabled')
  })

  it('lets an administrator show the authenticator app after it', async () => {
    const here = await gated()
    await here.sql(`UPDATE accounts SET role = 'admin'`)
    const { visitor, enter } = await here.entering()
    const { challengeId } = (await enter()).body
    await visitor.post('/auth/2fa/verify', { challengeId, code: here.app.code() })
    expect((await visitor.get('/admin/users')).status).toBe(200)
  })

  it('counts as a mailed code where a proof is asked for: too little for an account with a password', async () => {
    const here = await ada()
    const { visitor, enter } = await asked(here)
    await enter()
    expect(await elevatedUntil(visitor)).toBeNull()
    expect((await stepUp(visitor)).status).toBe(200)
    await here.sql(`UPDATE accounts SET password_hash = NULL`)
    const next = await asked(here)
    await next.enter()
    expect(await elevatedUntil(next.visitor)).not.toBeNull()
  })

  it('spares a browser the second factor that its owner trusts', async () => {
    const here = await gated()
    const { visitor, enter } = await here.entering()
    const { challengeId } = (await enter()).body
    await visitor.post('/auth/2fa/verify', { challengeId, code: here.app.code(), trustDevice: true })
    here.clock.advance(STEP_MS)
    expect((await (await here.entering(visitor)).enter()).body).toHaveProperty('session')
    expect((await (await here.entering()).enter()).body).toHaveProperty('requiresTwoFactor')
  })

  it('tells the owner of a new device, and by which way', async () => {
    const here = await ada({ NEW_DEVICE_NOTICES: 'true' })
    const { enter } = await asked(here)
    await enter()
    expect((await here.mail.newest(EMAIL, 2)).text).toContain('code from this mailbox')
  })
})
