import { describe, expect, it } from 'vitest'
import { doors, EMAIL, guess, guessedOut, innerDoors, limited, refusedFor, visible, WRONG } from '../support/limited.ts'
import { mailedCode, member, NEW_PASSWORD, redeemAt } from '../support/mailed-codes.ts'
import { held, PASSWORD } from '../support/world.ts'

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
