import { describe, expect, it } from 'vitest'
import { EMAIL, guessedOut, limited, refusedFor, WRONG } from '../support/limited.ts'
import { askFor, type Member, member, NEW_PASSWORD, redeemAt } from '../support/mailed-codes.ts'
import { PASSWORD, type World } from '../support/world.ts'

const MINUTE = 60_000
const HOME = '192.0.2.1'
const ELSEWHERE = '198.51.100.7'
const LIMITS = { TRUSTED_PROXIES: '127.0.0.1', LIMIT_MAILS_PER_MINUTE: '1', LIMIT_MAILS_PER_HOUR: '5' }

const from = (ip: string) => ({ headers: { 'x-forwarded-for': ip } })
const signIn = ({ browser }: World, ip: string, password = NEW_PASSWORD, email = EMAIL) =>
  browser().post('/auth/login', { email, password }, from(ip))

/** Strangers ask for as many links as the address gets in an hour. */
async function linksUsedUp(here: World, ada: Member): Promise<readonly string[]> {
  for (let n = 0; n < 5; n++) {
    expect((await askFor['reset-password'](here, ada)).status).toBe(200)
    here.clock.advance(MINUTE)
  }
  expect((await askFor['reset-password'](here, ada)).status).toBe(429)
  await here.outbox.idle()
  return here.mail.mails.map(({ code }) => code)
}

/** The owner resets the password at home, where nothing knows the browser, and strangers go on guessing. */
async function resetAtHome(env: Record<string, string> = {}): Promise<World> {
  const here = await limited({ ...LIMITS, ...env })
  const ada = await member(here, EMAIL)
  const [code = ''] = await linksUsedUp(here, ada)
  const reset = await here.browser().post('/auth/reset-password', { code, newPassword: NEW_PASSWORD }, from(HOME))
  expect([reset.status, reset.setCookies]).toEqual([200, []])
  await guessedOut(here)
  return here
}

describe('whoever has just reset the password', () => {
  it('signs in from the same network, whatever strangers guess meanwhile', async () => {
    const here = await resetAtHome()
    expect(await signIn(here, ELSEWHERE)).toMatchObject(refusedFor(30))
    expect((await signIn(here, HOME)).status).toBe(200)
  })

  it('may do so for as long as no further link may be mailed', async () => {
    const here = await resetAtHome()
    const ada = { email: EMAIL, id: '', browser: here.browser() }
    here.clock.advance(55 * MINUTE - 1)
    expect((await askFor['reset-password'](here, ada)).status).toBe(429)
    await guessedOut(here)
    expect((await signIn(here, HOME)).status).toBe(200)
    here.clock.advance(1)
    expect((await askFor['reset-password'](here, ada)).status).toBe(200)
    here.clock.advance(5 * MINUTE)
    await guessedOut(here)
    expect((await signIn(here, HOME)).status).toBe(429)
  })

  it('is asked for the password again while the second factor is still owed', async () => {
    const here = await resetAtHome()
    await here.sql(`UPDATE accounts SET two_factor_enabled_at = 1`)
    for (let n = 0; n < 3; n++) expect((await signIn(here, HOME)).body.requiresTwoFactor).toBe(true)
  })

  it('has ten attempts more, also when fifty come at once, and then waits, too', async () => {
    const here = await resetAtHome()
    const hashed = here.hasher.calls
    await Promise.all(Array.from({ length: 50 }, () => signIn(here, HOME, WRONG)))
    expect(here.hasher.calls - hashed).toBe(10)
    expect((await signIn(here, HOME)).status).toBe(429)
    here.clock.advance(30_000)
    await guessedOut(here)
    expect((await signIn(here, HOME)).status).toBe(200)
  })

  it('has them for that account only', async () => {
    const here = await resetAtHome()
    await here.signedUp('eve@example.com')
    await guessedOut(here, 'eve@example.com')
    expect((await signIn(here, HOME, PASSWORD, 'eve@example.com')).status).toBe(429)
  })
})

it.each([0, 1, 2, 3, 4])('link %i of five that strangers have asked for works until the next may be mailed', async (n) => {
  const here = await limited(LIMITS)
  const ada = await member(here, EMAIL)
  const codes = await linksUsedUp(here, ada)
  here.clock.advance(55 * MINUTE - 1)
  expect((await askFor['reset-password'](here, ada)).status).toBe(429)
  expect((await redeemAt['reset-password'](here, ada, codes[n] ?? '')).status).toBe(200)
})
