import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { Browser } from '../support/browser.ts'
import { addPasskey, STEP_MS, withTotp } from '../support/factored.ts'
import { wrongFor } from '../support/gated.ts'
import { EMAIL, limited, refusedFor } from '../support/limited.ts'
import { mailedCode, NEW_PASSWORD, redeemAt } from '../support/mailed-codes.ts'
import { PASSWORD, type World } from '../support/world.ts'

const QUARTER = 15 * 60_000

async function owing(env: Record<string, string> = {}): Promise<World> {
  const here = await limited(env)
  await here.signedUp()
  await here.sql(`UPDATE accounts SET two_factor_enabled_at = 1`)
  return here
}

/** Signs in with the password, and reads the code that is mailed for it. */
async function challenged(here: World, { email = EMAIL, password = PASSWORD } = {}) {
  const visitor = here.browser()
  const before = here.mail.mails.filter(({ recipients }) => recipients.includes(email)).length
  const { body } = await visitor.post('/auth/login', { email, password })
  const code = (await here.mail.newest(email, before + 1)).code
  const verify = (typed: string, by: Browser = visitor) =>
    by.clone().post('/auth/2fa/verify', { challengeId: body.challengeId, code: typed })
  return { code, verify, wrong: () => verify(wrongFor(code)) }
}

/** A challenge takes five guesses, so ten need two. */
async function guessedOut(here: World): Promise<void> {
  for (let round = 0; round < 2; round++) {
    const { wrong } = await challenged(here)
    for (let attempt = 0; attempt < 5; attempt++) expect((await wrong()).status).toBe(400)
  }
}

describe('wrong two-factor codes for one account', () => {
  it('are compared ten times in a quarter of an hour, whatever the challenge, and then the right one waits, too', async () => {
    const here = await owing()
    await guessedOut(here)
    const { verify, code } = await challenged(here)
    expect(await verify(code)).toMatchObject(refusedFor(QUARTER / 1000))
    expect(await here.sql(`SELECT guesses FROM challenges WHERE guesses = 0`)).toHaveLength(1)
    here.clock.advance(QUARTER - 1)
    const later = await challenged(here)
    expect(await later.verify(later.code)).toMatchObject(refusedFor(1))
    here.clock.advance(1)
    expect((await later.verify(later.code)).status).toBe(200)
  })

  it('stay counted after a right one, which does not count itself', async () => {
    const here = await owing({ LIMIT_SECOND_FACTOR_FAILURES: '3' })
    for (let round = 0; round < 3; round++) {
      const { wrong, verify, code } = await challenged(here)
      expect((await wrong()).status).toBe(400)
      expect((await verify(code)).status).toBe(round < 2 ? 200 : 429)
    }
  })

  it('are compared as often as there are guesses left when many come at once', async () => {
    const here = await owing({ LIMIT_SECOND_FACTOR_FAILURES: '3' })
    const { wrong } = await challenged(here)
    const statuses = await Promise.all(Array.from({ length: 20 }, async () => (await wrong()).status))
    expect(statuses.filter((status) => status === 400)).toHaveLength(3)
    expect(await here.sql(`SELECT count FROM audit_events WHERE type = '2fa.code.failed'`)).toEqual([{ count: 3 }])
  })

  it('say nothing to somebody without the binding cookie, and are not counted for them', async () => {
    const here = await owing({ LIMIT_SECOND_FACTOR_FAILURES: '1' })
    const { verify, code } = await challenged(here)
    for (let attempt = 0; attempt < 3; attempt++) expect((await verify(code, here.browser())).status).toBe(400)
    expect((await verify(code)).status).toBe(200)
  })

  it('cannot be used up by somebody who does not know the password', async () => {
    const here = await owing({ LIMIT_SECOND_FACTOR_FAILURES: '1' })
    await here.signedUp('eve@example.com')
    await here.sql(`UPDATE accounts SET two_factor_enabled_at = 1`)
    const owner = here.browser()
    const { body } = await owner.post('/auth/login', { email: EMAIL, password: PASSWORD })
    const { code } = await here.mail.newest(EMAIL)
    const eve = here.browser() // holds the binding cookie of a challenge of her own
    await eve.post('/auth/login', { email: 'eve@example.com', password: PASSWORD })
    for (let attempt = 0; attempt < 3; attempt++) {
      await eve.clone().post('/auth/login', { email: EMAIL, password: 'wrong horse 1' })
      for (const challengeId of [body.challengeId, randomUUID()]) {
        const guessed = await eve.clone().post('/auth/2fa/verify', { challengeId, code: wrongFor(code) })
        expect(guessed).toMatchObject({ status: 400, body: { error: 'two_factor_code_invalid' } })
        await eve.clone().post('/auth/2fa/resend', { challengeId })
      }
    }
    expect((await owner.post('/auth/2fa/verify', { challengeId: body.challengeId, code })).status).toBe(200)
  })

  it('do not keep an owner out who resets the password', async () => {
    const here = await owing()
    await guessedOut(here)
    const owner = { email: EMAIL, id: '', browser: here.browser() }
    const { code: reset } = await mailedCode(here, 'reset-password', owner)
    await redeemAt['reset-password'](here, owner, reset)
    const { verify, code } = await challenged(here, { password: NEW_PASSWORD })
    expect((await verify(code)).status).toBe(200)
  })

  it('stay counted where an authenticator app is asked for: no mailbox brings new guesses at it', async () => {
    const here = await withTotp({ RATE_LIMITS: 'true', LIMIT_ENTRY_PER_MINUTE: '1000', LIMIT_SECOND_FACTOR_FAILURES: '3' })
    await here.sql(`UPDATE accounts SET verified_at = 1, mailbox_proved_at = 1`)
    const { verify } = await here.enter()
    for (let attempt = 0; attempt < 3; attempt++) expect((await verify({ code: here.app.wrong() })).status).toBe(400)
    const owner = { email: EMAIL, id: '', browser: here.browser() }
    const { code } = await mailedCode(here, 'reset-password', owner)
    await redeemAt['reset-password'](here, owner, code)
    const { challengeId } = (await owner.browser.post('/auth/login', { email: EMAIL, password: NEW_PASSWORD })).body
    expect((await owner.browser.post('/auth/2fa/verify', { challengeId, code: here.app.code() })).status).toBe(429)
  })

  it('leave other accounts alone', async () => {
    const here = await owing({ LIMIT_SECOND_FACTOR_FAILURES: '1' })
    const { wrong } = await challenged(here)
    await wrong()
    expect((await wrong()).status).toBe(429)
    await here.signedUp('eve@example.com')
    await here.sql(`UPDATE accounts SET two_factor_enabled_at = 1`)
    const eve = await challenged(here, { email: 'eve@example.com' })
    expect((await eve.verify(eve.code)).status).toBe(200)
  })
})

describe('windows of wrong codes, one after the other', () => {
  /** Ten wrong codes of an authenticator app, in as many challenges as that takes. */
  async function exhausted(here: Awaited<ReturnType<typeof withTotp>>): Promise<void> {
    for (let guess = 0; guess < 10; guess++) {
      const { verify } = await here.enter()
      expect((await verify({ code: here.app.wrong() })).status).toBe(400)
    }
  }

  const settings = { RATE_LIMITS: 'true', LIMIT_ENTRY_PER_MINUTE: '1000', SECURITY_NOTICES: 'true' }

  it('make the wait longer from the third on, up to a day, and the owner hears of the first', async () => {
    const here = await withTotp(settings)
    const { clock, mail, outbox } = here
    const waits: number[] = []
    for (let window = 1; window <= 10; window++) {
      await exhausted(here)
      const { verify } = await here.enter()
      const refused = await verify({ code: here.app.code() })
      expect(refused.status).toBe(429)
      waits.push(Number(refused.headers['retry-after']))
      clock.advance((waits.at(-1) ?? 0) * 1000)
    }
    expect(waits.slice(0, 4)).toEqual([900, 900, 1800, 3600])
    expect(waits.at(-1)).toBe(86_400)
    await outbox.idle()
    expect(mail.mails.filter(({ subject = '' }) => subject.startsWith('Wrong codes were tried'))).toHaveLength(1)
  })

  it('begin anew with any right factor', async () => {
    const here = await withTotp(settings)
    for (let window = 1; window <= 2; window++) {
      await exhausted(here)
      here.clock.advance(QUARTER)
    }
    expect((await (await here.enter()).verify({ code: here.app.code() })).status).toBe(200)
    here.clock.advance(QUARTER)
    await exhausted(here)
    expect(await (await here.enter()).verify({ code: here.app.code() })).toMatchObject(refusedFor(QUARTER / 1000))
  })

  it('keep no owner out who has a passkey', async () => {
    const here = await withTotp(settings)
    await here.owner.post('/auth/step-up', { code: here.app.code() })
    here.clock.advance(STEP_MS)
    const { authenticator } = await addPasskey(here.owner, { keepOtherSessions: true })
    await exhausted(here)
    const { visitor, challengeId, verify } = await here.enter()
    expect((await verify({ code: here.app.code() })).status).toBe(429)
    const { body } = await visitor.post('/auth/2fa/passkey/options', { challengeId })
    expect((await verify({ state: body.state, passkey: authenticator.assert(body.options) })).status).toBe(200)
  })

  it('count what is tried at a step-up, too', async () => {
    const here = await withTotp(settings)
    for (let guess = 0; guess < 10; guess++)
      expect((await here.owner.post('/auth/step-up', { code: here.app.wrong() })).status).toBe(400)
    expect((await here.owner.post('/auth/step-up', { code: here.app.code() })).status).toBe(429)
    expect((await (await here.enter()).verify({ code: here.app.code() })).status).toBe(429)
  })
})
