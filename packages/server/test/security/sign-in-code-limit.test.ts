import { describe, expect, it } from 'vitest'
import { clientCounters } from '../../src/gate/limits/client-counters.ts'
import { hashToken } from '../../src/platform/kernel/tokens.ts'
import type { Browser } from '../support/browser.ts'
import { type Asked, ask, asked, EMAIL, enter, WRONG_CODE } from '../support/by-mail.ts'
import { addTotp } from '../support/factored.ts'
import { limited } from '../support/limited.ts'
import { PASSWORD, type World } from '../support/world.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const HOURS_A_YEAR = 24 * 365.25
const CODES = 32 ** 8
const MAILS = { LIMIT_MAILS_PER_MINUTE: '1', LIMIT_MAILS_PER_HOUR: '5' }

const byMail = (env: Record<string, string> = {}) => limited({ EMAIL_SIGN_IN: 'existing', ...env })

const letters = async ({ mail, outbox }: World, to = EMAIL): Promise<number> => {
  await outbox.idle()
  return mail.countTo(to)
}

async function wrong({ enter: enterIt }: Asked, times: number): Promise<number[]> {
  const statuses = []
  for (let n = 0; n < times; n++) statuses.push((await enterIt(WRONG_CODE)).status)
  return statuses
}

describe('mails that any stranger can cause', () => {
  it('go to an address once a minute and five times an hour, over all routes together, and the answer does not tell', async () => {
    const here = await byMail(MAILS)
    await here.signedUp()
    const asks = [
      () => ask(here.browser()),
      () => here.browser().post('/auth/forgot-password', { email: EMAIL }),
      () => here.browser().post('/auth/verify-email/resend', { email: EMAIL }),
    ]
    for (let minute = 0; minute < 9; minute++) {
      for (let turn = 0; turn < asks.length; turn++)
        expect((await asks[(minute + turn) % asks.length]?.())?.status).toBeLessThan(430)
      expect(await letters(here)).toBe(Math.min(minute + 1, 5))
      here.clock.advance(MINUTE)
    }
    here.clock.advance(HOUR)
    await ask(here.browser())
    expect(await letters(here)).toBe(6)
  })

  it.each([
    ['without an account', 'bob@example.com'],
    ['with one', EMAIL],
  ])('count for an address %s', async (_which, email) => {
    const here = await byMail(MAILS)
    await here.signedUp()
    for (let n = 0; n < 3; n++) expect((await ask(here.browser(), email)).status).toBe(200)
    expect(await letters(here, email)).toBe(1)
  })

  it('count beside that of a sign-up, which is never refused for them', async () => {
    const here = await byMail({ ...MAILS, REQUIRE_EMAIL_VERIFICATION: 'true' })
    await ask(here.browser())
    expect(await here.signedUp()).toBeDefined()
    expect(await letters(here)).toBe(2)
    here.clock.advance(MINUTE - 1)
    await ask(here.browser())
    expect(await letters(here)).toBe(2)
  })

  it('leave a code alone that the same browser has asked for before', async () => {
    const here = await byMail(MAILS)
    await here.signedUp()
    const first = await asked(here)
    here.clock.advance(MINUTE / 2)
    await ask(first.visitor)
    expect((await first.enter()).status).toBe(200)
  })

  it('do not keep the owner from a code in a browser that the account knows', async () => {
    const here = await byMail(MAILS)
    const owner = await here.signedUp()
    await here.sql(`UPDATE accounts SET mailbox_proved_at = 1`)
    for (let n = 0; n < 5; n++) {
      await ask(here.browser())
      here.clock.advance(MINUTE)
    }
    await ask(here.browser())
    expect(await letters(here)).toBe(5)
    await owner.post('/auth/logout')
    const { enter: enterIt } = await asked(here, EMAIL, owner)
    expect((await enterIt()).status).toBe(200)
  })

  it('have no count of their own in the browsers of somebody who never proved the mailbox', async () => {
    const here = await byMail(MAILS)
    const stranger = await here.signedUp()
    for (let n = 0; n < 6; n++) {
      await ask(stranger)
      await ask(here.browser())
      await stranger.post('/auth/forgot-password', { email: EMAIL })
      here.clock.advance(MINUTE)
    }
    expect(await letters(here)).toBe(5)
  })
})

describe('wrong codes', () => {
  it('count for the account over all its codes', async () => {
    const here = await byMail()
    await here.signedUp()
    expect(await wrong(await asked(here), 5)).toEqual([400, 400, 400, 400, 400])
    expect(await wrong(await asked(here), 5)).toEqual([400, 400, 400, 400, 400])
    const third = await asked(here)
    expect(await third.enter()).toMatchObject({ status: 429, body: { error: 'rate_limit_exceeded' } })
    here.clock.advance(15 * MINUTE)
    expect((await (await asked(here)).enter()).status).toBe(200)
  })

  it('have the room that wrong second factors leave, and take none from the owner', async () => {
    const here = await byMail()
    const owner = await here.signedUp()
    await here.sql(`UPDATE accounts SET mailbox_proved_at = 1`)
    const { app } = await addTotp(here, owner, { keepOtherSessions: true })
    const visitor = here.browser()
    const { challengeId } = (await visitor.post('/auth/login', { email: EMAIL, password: PASSWORD })).body
    const verify = (code: string) => visitor.post('/auth/2fa/verify', { challengeId, code })
    for (let n = 0; n < 4; n++) await verify(app.wrong())
    expect(await wrong(await asked(here), 5)).toEqual([400, 400, 400, 400, 400])
    expect(await wrong(await asked(here), 1)).toEqual([400])
    const { enter: enterRight } = await asked(here)
    expect(await enterRight()).toMatchObject({ status: 400, body: { error: 'code_invalid' } })
    expect((await verify(app.code())).status).toBe(200)
  })

  it('tell no stranger that an account has had wrong second factors, and say so in a browser that it knows', async () => {
    const here = await byMail()
    const owner = await here.signedUp()
    await here.sql(`UPDATE accounts SET mailbox_proved_at = 1`)
    const { app } = await addTotp(here, owner, { keepOtherSessions: true })
    const { challengeId } = (await owner.post('/auth/login', { email: EMAIL, password: PASSWORD })).body
    for (let n = 0; n < 8; n++) await owner.post('/auth/2fa/verify', { challengeId, code: app.wrong() })
    const seen = []
    for (const email of [EMAIL, 'bob@example.com']) {
      const statuses = []
      for (let n = 0; n < 3; n++) statuses.push(...(await wrong(await asked(here, email), 5)))
      seen.push(statuses)
    }
    expect(seen[1]).toEqual(seen[0])
    expect(await wrong(await asked(here, EMAIL, owner), 5)).toEqual([400, 400, 429, 429, 429])
  })

  it('of strangers do not count in a browser that the account knows', async () => {
    const here = await byMail()
    const owner = await here.signedUp()
    for (let n = 0; n < 3; n++) await wrong(await asked(here), 5)
    await owner.post('/auth/logout')
    expect((await (await asked(here, EMAIL, owner)).enter()).status).toBe(200)
  })

  it('of an address without an account are answered alike', async () => {
    const here = await byMail()
    await here.signedUp()
    const seen = []
    for (const email of [EMAIL, 'bob@example.com']) {
      const statuses = []
      for (let n = 0; n < 3; n++) {
        const visitor = here.browser()
        await ask(visitor, email)
        for (let guess = 0; guess < 6; guess++) statuses.push((await enter(visitor, WRONG_CODE)).status)
      }
      seen.push(statuses)
    }
    expect(seen[1]).toEqual(seen[0])
  })

  it('of a stranger who tries without pause find one in a million accounts a year at most', async () => {
    const here = await byMail(MAILS)
    await here.signedUp()
    let compared = 0
    const HOURS = 3
    for (let minute = 0; minute < HOURS * 60; minute++) {
      const [visitor, before] = [here.browser(), await letters(here)]
      await ask(visitor)
      for (let n = 0; n < 6; n++) await enter(visitor, WRONG_CODE)
      // Nothing matches a code that was not mailed.
      if ((await letters(here)) > before) compared += await guessesOf(here, visitor)
      here.clock.advance(MINUTE)
    }
    expect(compared).toBeGreaterThan(0)
    expect(compared).toBeLessThanOrEqual(HOURS * 25)
    expect((25 * HOURS_A_YEAR) / CODES).toBeLessThan(1e-6)
  })

  it('of one network at any accounts are 25 a minute at most, and ten times that with a proof of work for each code', async () => {
    const here = await byMail({ ...MAILS, LIMIT_ENTRY_PER_MINUTE: '30' })
    let compared = 0
    for (let victim = 0; victim < 8; victim++) {
      const visitor = here.browser()
      await ask(visitor, `victim${victim}@example.com`)
      for (let n = 0; n < 5; n++) await enter(visitor, WRONG_CODE)
      compared += await guessesOf(here, visitor)
    }
    expect(compared).toBe(25)
    expect((25 * 60 * HOURS_A_YEAR) / CODES).toBeLessThan(1 / 80_000)
    // What came with a proof counts apart.
    const { proved } = clientCounters(here.config)
    expect(proved('192.0.2.1').map(({ max }) => max)).toEqual([300])
  })
})

/** How many codes were compared with the one that a browser has asked for. */
async function guessesOf({ sql }: World, { jar }: Browser): Promise<number> {
  const rows = await sql(`SELECT guesses FROM sign_in_codes WHERE binding_hash = ?`, [hashToken(jar.get('_sign_in_code') ?? '')])
  return Number(rows[0]?.['guesses'] ?? 0)
}
