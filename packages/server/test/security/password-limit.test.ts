import { describe, expect, it } from 'vitest'
import type { Browser } from '../support/browser.ts'
import { doors, EMAIL, guess, guessedOut, innerDoors, limited, refusedFor, visible, WRONG } from '../support/limited.ts'
import { mailedCode, member, NEW_PASSWORD, redeemAt } from '../support/mailed-codes.ts'
import { oauthWorld } from '../support/oauth-world.ts'
import { held, PASSWORD, type World } from '../support/world.ts'

const DAY = 86_400_000

describe('wrong passwords for one address', () => {
  it('are compared ten times, and then the right one waits, too', async () => {
    const here = await limited()
    await here.signedUp()
    for (let attempt = 1; attempt <= 10; attempt++) expect((await guess(here)).status).toBe(401)
    const hashed = here.hasher.calls
    expect(await guess(here, EMAIL, PASSWORD)).toMatchObject(refusedFor(30))
    expect(here.hasher.calls).toBe(hashed)
    here.clock.advance(29_999)
    expect(await guess(here, EMAIL, PASSWORD)).toMatchObject(refusedFor(1))
    here.clock.advance(1)
    expect((await guess(here, EMAIL, PASSWORD)).status).toBe(200)
  })

  it('wait twice as long each time, up to a quarter of an hour', async () => {
    const here = await limited()
    await guessedOut(here)
    for (const seconds of [30, 60, 120, 240, 480, 900, 900]) {
      expect(await guess(here)).toMatchObject(refusedFor(seconds))
      here.clock.advance(seconds * 1000)
      expect((await guess(here)).status).toBe(401)
    }
  })

  it('wait as long as the settings say', async () => {
    const env = { LIMIT_PASSWORD_FAILURES: '1', LIMIT_PASSWORD_BACKOFF: '10s', LIMIT_PASSWORD_BACKOFF_MAX: '25s' }
    const here = await limited(env)
    for (const seconds of [10, 20, 25, 25]) {
      expect((await guess(here)).status).toBe(401)
      expect(await guess(here)).toMatchObject(refusedFor(seconds))
      here.clock.advance(seconds * 1000)
    }
  })

  it('are 109 at most in the first day, and 96 on each day after it', async () => {
    const here = await limited()
    const start = here.clock.now()
    const comparedUntil = async (end: number): Promise<number> => {
      let compared = 0
      while (here.clock.now() < end) {
        const { status, headers } = await guess(here)
        if (status === 401) compared++
        else here.clock.advance(Number(headers['retry-after']) * 1000)
      }
      return compared
    }
    expect(await comparedUntil(start + DAY)).toBe(109)
    expect(await comparedUntil(start + 2 * DAY)).toBe(96)
  })

  it('are forgotten by the right one', async () => {
    const here = await limited({ LIMIT_PASSWORD_FAILURES: '3' })
    await here.signedUp()
    for (let round = 0; round < 3; round++) {
      for (const password of [WRONG, WRONG, PASSWORD]) expect((await guess(here, EMAIL, password)).status).not.toBe(429)
    }
  })

  it('are forgotten a day after the last one, and not before', async () => {
    const here = await limited({ LIMIT_PASSWORD_FAILURES: '3' })
    await guess(here)
    await guess(here)
    here.clock.advance(DAY - 1)
    await guess(here)
    expect((await guess(here)).status).toBe(429)
    here.clock.advance(DAY)
    for (let attempt = 0; attempt < 3; attempt++) expect((await guess(here)).status).toBe(401)
    expect((await guess(here)).status).toBe(429)
  })

  it('cost an unknown address, a passwordless account and a known one the same bytes and the same work', async () => {
    const here = await limited({ LIMIT_PASSWORD_FAILURES: '2' })
    const addresses = ['known@example.com', 'passwordless@example.com', 'unknown@example.com', 'not an address']
    for (const email of addresses.slice(0, 2)) await here.signedUp(email)
    await here.sql(`UPDATE accounts SET password_hash = NULL WHERE email = ?`, [addresses[1] ?? ''])
    const seen = []
    for (const email of addresses) {
      const [asked, hashed] = [here.statements().length, here.hasher.calls]
      const answers = []
      for (let attempt = 0; attempt < 4; attempt++) answers.push(visible(await guess(here, email)))
      seen.push({ answers, statements: here.statements().slice(asked), hashes: here.hasher.calls - hashed })
    }
    for (const one of seen) expect(one).toEqual(seen[0])
    expect(seen[0]).toMatchObject({ hashes: 2, answers: [{ status: 401 }, { status: 401 }, { status: 429 }, { status: 429 }] })
  })

  it('count for an address however it is written, and for no other', async () => {
    const here = await limited({ LIMIT_PASSWORD_FAILURES: '2' })
    await guess(here, ' ADA@Example.com ')
    await guess(here, EMAIL)
    expect((await guess(here, 'Ada@example.COM')).status).toBe(429)
    expect((await guess(here, 'eve@example.com')).status).toBe(401)
  })

  it('are counted together at every door', async () => {
    const here = await limited({ LIMIT_PASSWORD_FAILURES: String(Object.keys(doors).length) })
    const owner = await here.signedUp()
    for (const knock of Object.values(doors)) expect((await knock(here, owner, WRONG)).status).toBe(401)
    const hashed = here.hasher.calls
    for (const [door, knock] of Object.entries(doors)) {
      expect(await knock(here, owner, PASSWORD), door).toMatchObject(refusedFor(30))
    }
    expect(here.hasher.calls).toBe(hashed)
  })

  it('are compared ten times at most when fifty come at once', async () => {
    const here = await limited()
    await here.signedUp()
    const hashed = here.hasher.calls
    const statuses = await Promise.all(Array.from({ length: 50 }, async () => (await guess(here)).status))
    expect(here.hasher.calls - hashed).toBe(10)
    expect(statuses.filter((status) => status === 401)).toHaveLength(10)
    expect(statuses.filter((status) => status === 429)).toHaveLength(40)
  })

  it('are counted by two services on one database together', async () => {
    const here = await limited({ LIMIT_PASSWORD_FAILURES: '2' })
    const there = await limited({ LIMIT_PASSWORD_FAILURES: '2' }, here.database.url)
    expect((await guess(here)).status).toBe(401)
    expect((await guess(there)).status).toBe(401)
    expect([(await guess(here)).status, (await guess(there)).status]).toEqual([429, 429])
  })

  it('do not count when there was no turn to compare them', async () => {
    const here = await limited({ LIMIT_PASSWORD_FAILURES: '2', HASH_CONCURRENCY: '1', HASH_QUEUE: '0' })
    const gate = held()
    here.hasher.afterNext = () => gate.released
    const running = guess(here, 'eve@example.com')
    await expect.poll(() => here.hasher.calls).toBe(1)
    for (let attempt = 0; attempt < 5; attempt++) expect((await guess(here)).status).toBe(503)
    gate.release()
    await running
    expect([(await guess(here)).status, (await guess(here)).status, (await guess(here)).status]).toEqual([401, 401, 429])
  })

  it('do not keep an owner out who resets the password', async () => {
    const here = await limited()
    const ada = await member(here, EMAIL)
    await guessedOut(here)
    expect((await guess(here, EMAIL, PASSWORD)).status).toBe(429)
    const { code } = await mailedCode(here, 'reset-password', ada)
    expect((await redeemAt['reset-password'](here, ada, code)).status).toBe(200)
    expect((await guess(here, EMAIL, NEW_PASSWORD)).status).toBe(200)
  })

  it('do not keep an owner out who sets a first password', async () => {
    const here = await limited()
    const ada = await member(here, EMAIL)
    await here.sql(`UPDATE accounts SET password_hash = NULL`)
    await guessedOut(here)
    const { code } = await mailedCode(here, 'set-password', ada)
    expect((await redeemAt['set-password'](here, ada, code)).status).toBe(200)
    expect((await guess(here, EMAIL, NEW_PASSWORD)).status).toBe(200)
  })

  it('do not count at all while limits are off', async () => {
    const here = await limited({ RATE_LIMITS: 'false', LIMIT_PASSWORD_FAILURES: '1' })
    const owner = await here.signedUp()
    for (let round = 0; round < 3; round++)
      for (const knock of Object.values({ ...doors, ...innerDoors })) await knock(here, owner, WRONG)
    await here.browser().post('/auth/forgot-password', { email: EMAIL })
    await owner.get('/auth/me')
    await here.limits.flush()
    expect(here.statements().filter((statement) => /\blimits\b/.test(statement) && !statement.startsWith('CREATE'))).toEqual([])
  })
})

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
