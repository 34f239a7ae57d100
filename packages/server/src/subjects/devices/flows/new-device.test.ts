import { describe, expect, it } from 'vitest'
import { addTotp, EMAIL } from '../../../../test/support/factored.ts'
import { DAY } from '../../../../test/support/moving.ts'
import { agents, watched } from '../../../../test/support/reported.ts'
import { PASSWORD, world } from '../../../../test/support/world.ts'

describe('a sign-in in a browser that the account does not know', () => {
  it('is told to the owner: browser, system, address, time and way, and where to say that it was not them', async () => {
    const { enter, mail, clock, auditTypes } = await watched()
    await enter(agents.firefox)
    const { text = '', link, code } = await mail.newest(EMAIL)
    for (const fact of ['Firefox', 'Linux', '127.0.0.1', '1 January 2030', 'password'])
      expect(text.replace('January 1, 2030', '1 January 2030')).toContain(fact)
    expect(link).toMatch(/^http:\/\/localhost:3000\/not-me#code=[\w-]{43}$/)
    expect(code).toBe('')
    expect(clock.now()).toBeGreaterThan(0)
    expect(await auditTypes()).toContain('device.new')
  })

  it('is none for the first session of an account, however it begins', async () => {
    const { mail, browser, signedUp, sql } = await world({
      withMail: true,
      env: { NEW_DEVICE_NOTICES: 'true', REQUIRE_EMAIL_VERIFICATION: 'true' },
    })
    await signedUp(EMAIL)
    const { code } = await mail.newest(EMAIL)
    expect((await browser().post('/auth/verify-email', { code })).status).toBe(200)
    expect(await sql(`SELECT kind FROM outbox WHERE kind = 'new-device'`)).toEqual([])
  })

  it('is told also when no session of the account is left to remember', async () => {
    const { enter, mail, sql } = await watched()
    await sql(`DELETE FROM refresh_tokens`)
    await sql(`DELETE FROM sessions`)
    await enter()
    expect((await mail.newest(EMAIL)).link).toContain('/not-me#')
  })

  it('is known again by its cookie alone, and by each account for itself', async () => {
    const { enter, browser, countOf, mail, signedUp, sql } = await watched()
    const other = browser()
    await enter(agents.firefox, other)
    await mail.newest(EMAIL)
    await enter(agents.chrome, other)
    expect(countOf(EMAIL)).toBe(1)
    const bob = await signedUp('bob@example.com')
    bob.jar.set('_device', other.jar.get('_device') ?? '')
    await bob.post('/auth/login', { email: 'bob@example.com', password: PASSWORD })
    await mail.newest('bob@example.com')
    const hashes = (await sql(`SELECT hash FROM devices`)).map(({ hash }) => hash)
    expect(new Set(hashes).size).toBe(hashes.length)
  })

  it('is told once a day for each description, and five times in all', async () => {
    const { enter, countOf, mail, clock } = await watched()
    await enter(agents.firefox)
    await enter(agents.firefox)
    await enter(agents.chrome)
    await enter(agents.safari)
    await mail.newest(EMAIL, 3)
    for (const system of ['iPad; CPU OS 17_0', 'iPhone; CPU', 'X11; CrOS x86_64'])
      await enter(`Mozilla/5.0 (${system}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0 Safari/537.36`)
    await mail.newest(EMAIL, 5)
    expect(countOf(EMAIL)).toBe(5)
    clock.advance(DAY)
    await enter(agents.firefox)
    await mail.newest(EMAIL, 6)
  })

  it('is none while a second factor is owed, and is told once it was passed', async () => {
    const here = await watched()
    const { app } = await addTotp(here, here.owner)
    const visitor = here.browser()
    const { body } = await here.enter(agents.firefox, visitor)
    expect(body.requiresTwoFactor).toBe(true)
    expect(await here.sql(`SELECT kind FROM outbox WHERE kind = 'new-device'`)).toEqual([])
    await visitor.post('/auth/2fa/verify', { challengeId: body.challengeId, code: app.code() })
    expect((await here.mail.newest(EMAIL)).link).toContain('/not-me#')
  })

  it('is noted and not mailed where NEW_DEVICE_NOTICES is off', async () => {
    const { enter, auditTypes, sql } = await watched({ NEW_DEVICE_NOTICES: 'false', RATE_LIMITS: 'true' })
    await enter()
    expect(await auditTypes()).toContain('device.new')
    expect(await sql(`SELECT kind FROM outbox`)).toEqual([])
    expect(await sql(`SELECT id FROM device_reports`)).toEqual([])
  })

  it('is known again also where there are no limits', async () => {
    const { enter, browser, mail, countOf } = await watched({ RATE_LIMITS: 'false' })
    const other = browser()
    await enter(agents.firefox, other)
    await mail.newest(EMAIL)
    await enter(agents.chrome, other)
    expect([countOf(EMAIL), other.jar.has('_device')]).toEqual([1, true])
  })
})
