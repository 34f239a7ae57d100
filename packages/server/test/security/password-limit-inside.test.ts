import { describe, expect, it } from 'vitest'
import type { Browser } from '../support/browser.ts'
import { EMAIL, guess, guessedOut, innerDoors, limited, refusedFor, WRONG } from '../support/limited.ts'
import { mailedCode, NEW_PASSWORD, redeemAt } from '../support/mailed-codes.ts'
import { oauthWorld } from '../support/oauth-world.ts'
import { PASSWORD, type World } from '../support/world.ts'

describe('wrong passwords in a live session', () => {
  const change = (owner: Browser, oldPassword: string) =>
    owner.clone().post('/auth/change-password', { oldPassword, newPassword: NEW_PASSWORD })

  it('are counted together at every door of it, and then the right one waits, too', async () => {
    const here = await limited({ LIMIT_PASSWORD_FAILURES: String(Object.keys(innerDoors).length) })
    const owner = await here.signedUp()
    for (const [door, knock] of Object.entries(innerDoors)) {
      expect((await knock(here, owner, WRONG)).status, door).toBeLessThan(402)
    }
    const hashed = here.hasher.calls
    for (const [door, knock] of Object.entries(innerDoors)) {
      expect(await knock(here, owner, PASSWORD), door).toMatchObject(refusedFor(30))
    }
    expect(here.hasher.calls).toBe(hashed)
    here.clock.advance(30_000)
    expect((await change(owner, PASSWORD)).status).toBe(200)
  })

  it.each(Object.entries(innerDoors))('are not what strangers have guessed: %s', async (_door, knock) => {
    const here = await limited()
    const owner = await here.signedUp()
    await guessedOut(here)
    expect((await guess(here, EMAIL, PASSWORD)).status).toBe(429)
    expect((await knock(here, owner, PASSWORD)).status).toBe(200)
  })

  it('keep nobody out of another session, and nobody who signs in', async () => {
    const here = await limited({ LIMIT_PASSWORD_FAILURES: '2' })
    const owner = await here.signedUp()
    const elsewhere = here.browser()
    await elsewhere.post('/auth/login', { email: EMAIL, password: PASSWORD })
    for (const expected of [400, 400, 429]) expect((await change(owner, WRONG)).status).toBe(expected)
    expect((await guess(here, EMAIL, PASSWORD)).status).toBe(200)
    expect((await change(elsewhere, PASSWORD)).status).toBe(200)
  })

  it('stay counted when the session is refreshed', async () => {
    const here = await limited({ LIMIT_PASSWORD_FAILURES: '1' })
    const owner = await here.signedUp()
    expect((await change(owner, WRONG)).status).toBe(400)
    await owner.post('/auth/refresh')
    expect((await change(owner, PASSWORD)).status).toBe(429)
  })

  it('are forgotten by the right one, which forgets nothing that strangers have guessed', async () => {
    const here = await limited({ LIMIT_PASSWORD_FAILURES: '2' })
    const owner = await here.signedUp()
    await guessedOut(here)
    for (let round = 0; round < 3; round++) {
      expect((await change(owner, WRONG)).status).toBe(400)
      expect((await owner.clone().post('/auth/2fa/disable', { password: PASSWORD })).status).toBe(200)
    }
    expect((await guess(here, EMAIL, PASSWORD)).status).toBe(429)
  })

  it('are counted together over all sessions in which the password was never proved', async () => {
    const env = { RATE_LIMITS: 'true', LIMIT_ENTRY_PER_MINUTE: '1000', LIMIT_PASSWORD_FAILURES: '4' }
    const { signedUp, browser, link, signIn } = await oauthWorld({ env })
    const owner = await signedUp()
    await link(owner)
    const guessInANewSession = async () => {
      const through = browser()
      await signIn(through)
      return (await change(through, WRONG)).status
    }
    for (const expected of [400, 400, 400, 400, 429]) expect(await guessInANewSession()).toBe(expected)
    expect((await change(owner, PASSWORD)).status).toBe(200)
  })

  it('are compared ten times at most when fifty come at once, to two services', async () => {
    const here = await limited()
    const there = await limited({}, here.database.url)
    const owner = await here.signedUp()
    const hashed = () => here.hasher.calls + there.hasher.calls
    const before = hashed()
    const visitors = Array.from({ length: 50 }, (_, n) => copied(owner, n % 2 ? here : there))
    const replies = await Promise.all(visitors.map((visitor) => change(visitor, WRONG)))
    expect(hashed() - before).toBe(10)
    expect(replies.filter(({ status }) => status === 400)).toHaveLength(10)
    expect(replies.filter(({ status }) => status === 429)).toHaveLength(40)
  })
})

describe('wrong passwords in a browser in which the account was signed in to before', () => {
  const signIn = (browser: Browser, password: string, door = '/auth/login', email = EMAIL) =>
    browser.clone().post(door, { email, password })

  /** The owner's browser, signed out. */
  async function known(here: World, email = EMAIL): Promise<Browser> {
    const owner = await here.signedUp(email)
    await owner.post('/auth/logout')
    await here.sql(`UPDATE accounts SET mailbox_proved_at = 1`)
    return owner
  }

  it('are not what strangers have guessed', async () => {
    const here = await limited()
    const owner = await known(here)
    await guessedOut(here)
    expect(await guess(here, EMAIL, PASSWORD)).toMatchObject(refusedFor(30))
    expect((await signIn(owner, PASSWORD)).status).toBe(200)
    expect((await guess(here, EMAIL, PASSWORD)).status).toBe(429) // theirs stay counted
  })

  it('are compared ten times, at both doors together, and then the right one waits, too', async () => {
    const here = await limited()
    const owner = await known(here)
    for (let n = 0; n < 10; n++)
      expect((await signIn(owner, WRONG, n % 2 ? '/auth/login' : '/auth/admin/login')).status).toBe(401)
    const hashed = here.hasher.calls
    for (const door of ['/auth/login', '/auth/admin/login']) {
      expect(await signIn(owner, PASSWORD, door)).toMatchObject(refusedFor(30))
    }
    expect(here.hasher.calls).toBe(hashed)
    expect((await guess(here, EMAIL, PASSWORD)).status).toBe(200) // nobody else has to wait for them
    here.clock.advance(30_000)
    expect((await signIn(owner, PASSWORD)).status).toBe(200)
  })

  it('are forgotten by the right one in that browser', async () => {
    const here = await limited({ LIMIT_PASSWORD_FAILURES: '3' })
    const owner = await known(here)
    for (let round = 0; round < 3; round++) {
      for (const password of [WRONG, WRONG, PASSWORD]) expect((await signIn(owner, password)).status).not.toBe(429)
    }
  })

  it('are forgotten with the password they were tried for', async () => {
    const here = await limited({ LIMIT_PASSWORD_FAILURES: '1' })
    const owner = await known(here)
    await signIn(owner, WRONG)
    expect((await signIn(owner, PASSWORD)).status).toBe(429)
    const ada = { email: EMAIL, id: '', browser: owner }
    const { code } = await mailedCode(here, 'reset-password', ada)
    expect((await redeemAt['reset-password'](here, ada, code)).status).toBe(200)
    expect((await signIn(owner, NEW_PASSWORD)).status).toBe(200)
  })

  it('are counted together over all browsers that have not seen the new password', async () => {
    const here = await limited({ SECURITY_NOTICES: 'false' })
    const owner = await known(here)
    const left: Browser[] = []
    for (let n = 0; n < 20; n++) {
      const browser = here.browser()
      await browser.post('/auth/login', { email: EMAIL, password: PASSWORD })
      left.push(browser)
    }
    const ada = { email: EMAIL, id: '', browser: owner }
    const { code } = await mailedCode(here, 'reset-password', ada)
    await redeemAt['reset-password'](here, ada, code)
    await signIn(owner, NEW_PASSWORD)
    await here.sql(`DELETE FROM limits`) // the network of the reset has attempts of its own
    const hashed = here.hasher.calls
    for (const browser of left) for (let n = 0; n < 10; n++) await signIn(browser, WRONG)
    expect(here.hasher.calls - hashed).toBe(10)
    expect((await signIn(owner, NEW_PASSWORD)).status).toBe(200) // it has seen it
    expect((await guess(here, EMAIL, NEW_PASSWORD)).status).toBe(200) // strangers have theirs
  })

  it.each([
    [
      'the password',
      (owner: Browser) => owner.post('/auth/change-password', { oldPassword: PASSWORD, newPassword: NEW_PASSWORD }),
    ],
    ['two-factor sign-in', (owner: Browser) => owner.post('/auth/2fa/enable', { password: PASSWORD, keepOtherSessions: true })],
    [
      'two-factor sign-in twice',
      async (owner: Browser) => {
        await owner.post('/auth/2fa/enable', { password: PASSWORD })
        return owner.post('/auth/2fa/disable', { password: PASSWORD })
      },
    ],
  ])('are not what those others guess where the owner has changed %s', async (_what, change) => {
    const here = await limited()
    const owner = await here.signedUp()
    const left = here.browser()
    await left.post('/auth/login', { email: EMAIL, password: PASSWORD })
    expect((await change(owner)).status).toBe(200)
    for (let n = 0; n < 11; n++) await signIn(left, WRONG)
    expect((await signIn(left, WRONG)).status).toBe(429)
    expect((await signIn(owner, WRONG)).status).toBe(401)
  })

  it.each([
    ['it was signed in to another account only', (_here: World, _owner: Browser, other: Browser) => other],
    ['its cookie is made up', (here: World) => withDevice(here.browser(), 'A'.repeat(43))],
    [
      'its cookie is there twice',
      (here: World, owner: Browser) =>
        withDevice(here.browser(), `${owner.jar.get('_device')}; _device=${owner.jar.get('_device')}`),
    ],
    [
      'the account has forgotten it',
      async (here: World, owner: Browser) => {
        await here.sql(`DELETE FROM devices`)
        return owner
      },
    ],
  ])('count with those of strangers when %s', async (_, browserOf) => {
    const here = await limited()
    const [owner, other] = [await known(here), await known(here, 'eve@example.com')]
    const browser = await browserOf(here, owner, other)
    for (let n = 0; n < 5; n++) expect((await signIn(browser, WRONG)).status).toBe(401)
    for (let n = 0; n < 5; n++) expect((await guess(here)).status).toBe(401)
    expect((await signIn(browser, PASSWORD)).status).toBe(429)
    expect((await guess(here)).status).toBe(429)
  })

  it('are ten for all strangers together, however many accounts of their own these sign in to', async () => {
    const here = await limited()
    await here.signedUp()
    const own: Browser[] = []
    for (let n = 0; n < 5; n++) own.push(await known(here, `eve${n}@example.com`))
    const hashed = here.hasher.calls
    for (const browser of own) for (let n = 0; n < 5; n++) await signIn(browser, WRONG)
    expect(here.hasher.calls - hashed).toBe(10)
  })

  it('are compared ten times at most when fifty come at once, to two services', async () => {
    const here = await limited()
    const there = await limited({}, here.database.url)
    const owner = await known(here)
    const hashed = () => here.hasher.calls + there.hasher.calls
    const before = hashed()
    const visitors = Array.from({ length: 50 }, (_, n) => copied(owner, n % 2 ? here : there))
    const replies = await Promise.all(visitors.map((visitor) => signIn(visitor, WRONG)))
    expect(hashed() - before).toBe(10)
    expect(replies.filter(({ status }) => status === 401)).toHaveLength(10)
    expect(replies.filter(({ status }) => status === 429)).toHaveLength(40)
  })
})

function withDevice(browser: Browser, device: string): Browser {
  browser.jar.set('_device', device)
  return browser
}

/** The same cookies, at another service. */
function copied({ jar }: Browser, there: World): Browser {
  const twin = there.browser()
  for (const [name, value] of jar) twin.jar.set(name, value)
  return twin
}
