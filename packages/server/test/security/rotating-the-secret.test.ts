import { describe, expect, it } from 'vitest'
import type { Browser } from '../support/browser.ts'
import { addPasskey } from '../support/factored.ts'
import { wrongFor } from '../support/gated.ts'
import { type Member, mailedCode, memberFor, purposes, redeemAt } from '../support/mailed-codes.ts'
import { corpSettings, landing, oauthWorld, pathOf } from '../support/oauth-world.ts'
import { PASSWORD, type World, world } from '../support/world.ts'

const OLD = 'the secret of last year, 32 bytes and more'
const NEW = 'the secret of this year, 32 bytes and more'

/** The steps of a rotation, as settings. */
const before = { SECRET: OLD }
const announced = { SECRET: OLD, PREVIOUS_SECRET: NEW }
const swapped = { SECRET: NEW, PREVIOUS_SECRET: OLD }
const after = { SECRET: NEW }

/** A second process' worth of service on the database of the first. */
const beside = ({ database }: World, env: Record<string, string>): Promise<World> =>
  world({ withMail: true, databaseUrl: database.url, env })

/** The same browser, sent to another process. */
function moved(browser: Browser, to: World): Browser {
  const twin = to.browser()
  for (const [name, value] of browser.jar) twin.jar.set(name, value)
  return twin
}

const at = (to: World, who: Member): Member => ({ ...who, browser: moved(who.browser, to) })

const WRONG = 'AAAA-AAAA-AAAA'

describe('while the secret is replaced', () => {
  it('codes that were mailed before still work, once, and those mailed since work after it', async () => {
    const old = await world({ withMail: true, env: before })
    const [first, second, last] = [await beside(old, announced), await beside(old, swapped), await beside(old, after)]
    for (const purpose of purposes) {
      for (const [made, used] of [
        [old, second],
        [second, first],
        [second, last],
      ] as const) {
        const who = await memberFor(made, purpose, `${purpose}-${Math.random()}@example.com`)
        const { code } = await mailedCode(made, purpose, who)
        const twice = [await redeemAt[purpose](used, at(used, who), code), await redeemAt[purpose](made, who, code)]
        expect(
          twice.map(({ status }) => Math.floor(status / 100)),
          purpose,
        ).toEqual([2, 4])
      }
    }
  })

  it('nobody is signed out and no reset link is lost without the old secret; codes are refused as wrong ones are', async () => {
    const old = await world({ withMail: true, env: before })
    const last = await beside(old, after)
    const ada = await memberFor(old, 'reset-password', 'ada@example.com')
    const { code } = await mailedCode(old, 'reset-password', ada)
    const { browser } = at(last, ada)
    expect((await browser.get('/auth/me')).status).toBe(200)
    expect((await browser.post('/auth/refresh')).status).toBe(200)
    expect((await redeemAt['reset-password'](last, ada, code)).status).toBe(200)
    for (const [purpose, error] of [
      ['verify-email', 'code_invalid'],
      ['set-password', 'invalid_code'],
      ['delete-account', 'delete_code_invalid'],
    ] as const) {
      const who = await memberFor(old, purpose, `${purpose}@example.com`)
      const { code } = await mailedCode(old, purpose, who)
      expect((await redeemAt[purpose](last, at(last, who), code)).body, purpose).toMatchObject({ error })
      expect((await redeemAt[purpose](old, who, code)).status, purpose).toBe(200)
    }
  })

  it('guesses are counted over both secrets', async () => {
    const old = await world({ withMail: true, env: before })
    const both = await beside(old, swapped)
    const who = await memberFor(old, 'set-password', 'ada@example.com')
    const { code } = await mailedCode(old, 'set-password', who)
    for (const here of [old, both, old, both, old]) await redeemAt['set-password'](here, who, WRONG)
    for (const here of [old, both])
      expect((await redeemAt['set-password'](here, who, code)).body).toMatchObject({ error: 'invalid_code' })
  })

  it('CSRF tokens hold, and a browser whose token is too old gets another', async () => {
    const strict = { REQUIRE_CSRF_TOKEN: 'true' }
    const old = await world({ env: { ...before, ...strict } })
    const [both, last] = [await beside(old, { ...swapped, ...strict }), await beside(old, { ...after, ...strict })]
    const visitor = old.browser()
    const { csrfToken } = (await visitor.get('/auth/csrf-token')).body
    const register = (by: Browser, token: string) =>
      by.post(
        '/auth/register',
        { email: `${Math.random()}@example.com`, password: PASSWORD, name: 'Ada' },
        { headers: { 'x-csrf-token': token } },
      )
    expect(await register(moved(visitor, last), csrfToken)).toMatchObject({ status: 403, body: { error: 'csrf_token_invalid' } })
    expect((await register(moved(visitor, both), csrfToken)).status).toBe(201)
    const renewed = moved(visitor, last)
    expect((await register(renewed, (await renewed.get('/auth/csrf-token')).body.csrfToken)).status).toBe(201)
    const ahead = both.browser()
    const fresh = (await ahead.get('/auth/csrf-token')).body.csrfToken
    expect((await register(moved(ahead, last), fresh)).status).toBe(201)
  })
})

describe('a passkey that is asked for while the secret is replaced', () => {
  it('answers under both secrets, once, and is asked again where the old one is gone', async () => {
    const old = await world({ env: before })
    const [both, last] = [await beside(old, swapped), await beside(old, after)]
    const { authenticator } = await addPasskey(await old.signedUp())
    const visitor = old.browser()
    const { state, options } = (await visitor.post('/auth/passkey/options')).body
    const answer = { state, passkey: authenticator.assert(options) }
    const enter = (here: World) => moved(visitor, here).post('/auth/passkey/login', answer)
    expect((await enter(last)).body).toMatchObject({ error: 'passkey_invalid' })
    expect((await enter(both)).status).toBe(200)
    for (const here of [old, both]) expect((await enter(here)).body).toMatchObject({ error: 'passkey_invalid' })
  })
})

describe('a second factor that is owed while the secret is replaced', () => {
  async function owing() {
    const old = await world({ withMail: true, env: before })
    await old.signedUp()
    await old.sql(`UPDATE accounts SET two_factor_enabled_at = 1`)
    const visitor = old.browser()
    const { challengeId } = (await visitor.post('/auth/login', { email: 'ada@example.com', password: PASSWORD })).body
    const { code } = await old.mail.newest('ada@example.com')
    const verify = (here: World, typed = code) => moved(visitor, here).post('/auth/2fa/verify', { challengeId, code: typed })
    return { old, visitor, challengeId, code, verify }
  }

  it('is paid with the code that was mailed before, once', async () => {
    const { old, verify } = await owing()
    const both = await beside(old, swapped)
    expect((await verify(both)).status).toBe(200)
    for (const here of [old, both]) expect((await verify(here)).body).toMatchObject({ error: 'two_factor_code_already_used' })
  })

  it('may be guessed at five times in all', async () => {
    const { old, code, verify } = await owing()
    const both = await beside(old, swapped)
    for (const here of [old, both, old, both, both]) await verify(here, wrongFor(code))
    for (const here of [old, both]) expect((await verify(here)).body).toMatchObject({ error: 'two_factor_code_invalid' })
  })

  it('takes a code that was sent again where the old one is unknown', async () => {
    const { old, visitor, challengeId, verify } = await owing()
    const last = await beside(old, after)
    expect((await verify(last)).body).toMatchObject({ error: 'two_factor_code_invalid' })
    expect((await moved(visitor, last).post('/auth/2fa/resend', { challengeId })).status).toBe(200)
    expect((await verify(last, (await last.mail.newest('ada@example.com')).code)).status).toBe(200)
  })
})

describe('a mail that waits while the secret is replaced', () => {
  /** Written under the old secret, and not taken by the mail server. */
  async function waiting(env: Record<string, string>) {
    const old = await world({ withMail: true, env: before })
    await old.signedUp()
    old.mail.treat('drops in DATA')
    await old.browser().post('/auth/forgot-password', { email: 'ada@example.com' })
    await old.outbox.idle()
    await old.stop()
    const next = await beside(old, env)
    next.clock.advance(10_000)
    next.outbox.wake()
    await next.outbox.idle()
    return { old, next, outcome: async () => (await old.sql(`SELECT outcome FROM outbox`)).map((row) => row['outcome']) }
  }

  it('leaves when the old secret is still accepted', async () => {
    const { next, outcome } = await waiting(swapped)
    expect(await outcome()).toEqual(['sent'])
    expect((await next.mail.newest('ada@example.com')).code).toHaveLength(43)
  })

  it('stays, with a line in the log, while the secret is a wrong one, and leaves under the right one', async () => {
    const { next, outcome, old } = await waiting(after)
    expect(await outcome()).toEqual([null])
    expect(next.mail.mails).toEqual([])
    expect(next.logged()).toContain('the mail was sealed with another secret')
    const right = await beside(old, before)
    right.clock.advance(10_000 + 60_000)
    right.outbox.wake()
    await right.outbox.idle()
    expect(await outcome()).toEqual(['sent'])
  })

  it('expires with the code that is in it', async () => {
    const { next, outcome } = await waiting(after)
    next.clock.advance(3_600_000)
    next.outbox.wake()
    await next.outbox.idle()
    expect(await outcome()).toEqual(['expired'])
  })
})

describe('a sign-in with a provider that is under way while the secret is replaced', () => {
  it('comes back under both secrets, and starts again where the old one is gone', async () => {
    const old = await oauthWorld({ env: before })
    const provider = corpSettings(old.corp)
    const [both, last] = [await beside(old, { ...swapped, ...provider }), await beside(old, { ...after, ...provider })]
    const visitor = old.browser()
    const callback = await old.approved(visitor)
    expect(landing(await moved(visitor, last).get(callback))).toMatchObject({ error: 'invalid_state' })
    const returned = moved(visitor, both)
    expect(landing(await returned.get(callback))).not.toHaveProperty('error')
    expect((await returned.get('/auth/me')).status).toBe(200)
    expect(landing(await moved(visitor, both).get(callback))).toMatchObject({ error: 'state_used' })

    const again = both.browser()
    const { url } = (await again.get('/auth/oauth/corp')).body
    const back = moved(again, last)
    expect(landing(await back.get(pathOf(await old.corp.approve(url, { as: { sub: 'ada-at-corp' } }))))).not.toHaveProperty(
      'error',
    )
    expect((await back.get('/auth/me')).status).toBe(200)
  })
})
