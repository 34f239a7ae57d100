import { describe, expect, it } from 'vitest'
import type { Browser } from '../../../../test/support/browser.ts'
import { altered, outcome, refusedWith, SIGNED_UP } from '../../../../test/support/oauth-outcome.ts'
import { ADA, corpSettings, landing, oauthWorld, pathOf } from '../../../../test/support/oauth-world.ts'
import { twoProviders } from '../../../../test/support/two-providers.ts'
import { world } from '../../../../test/support/world.ts'

const MINUTE = 60_000

/** Somebody who has said yes at the provider, and is about to come back. */
async function returning() {
  const here = await oauthWorld()
  const visitor = here.browser()
  const callback = await here.approved(visitor)
  const isRedeemed = () => here.corp.requests.includes('token')
  return { ...here, visitor, callback, state: stateOf(callback), isRedeemed }
}

const stateOf = (callback: string): string => new URL(callback, 'http://localhost').searchParams.get('state') ?? ''

const withState = (callback: string, state: string): string => altered(callback, (query) => query.set('state', state))

/** The same browser, as far as the cookies of its attempts go, at another service. */
function carrying(from: Browser, to: Browser): Browser {
  for (const [name, value] of from.jar) if (name.startsWith('_oauth_')) to.jar.set(name, value)
  return to
}

describe('GET /auth/oauth/{provider}/callback, by its state', () => {
  it('refuses to come back without any: invalid_state, and the provider is not asked', async () => {
    const { visitor, callback, isRedeemed, ...here } = await returning()
    const bare = altered(callback, (query) => query.delete('state'))
    expect(await outcome(here, await visitor.get(bare))).toEqual(refusedWith('invalid_state'))
    expect(isRedeemed()).toBe(false)
  })

  it('refuses one that it did not seal', async () => {
    const { visitor, callback, state, isRedeemed, ...here } = await returning()
    const flipped = `${state.startsWith('A') ? 'B' : 'A'}${state.slice(1)}`
    for (const forged of ['', 'x', '\u0000', 'e30', '{}', flipped, state.slice(0, -4), `AAAA${state}`, 'A'.repeat(4000)]) {
      const reply = await visitor.get(withState(callback, forged))
      expect(await outcome(here, reply), forged).toEqual(refusedWith('invalid_state'))
    }
    expect(isRedeemed()).toBe(false)
  })

  it('answers 400 invalid_input to two states at once', async () => {
    const { visitor, callback, isRedeemed } = await returning()
    expect(await visitor.get(`${callback}&state=x`)).toMatchObject({ status: 400, body: { error: 'invalid_input' } })
    expect(isRedeemed()).toBe(false)
  })

  it('takes each one once: the second time it is state_used', async () => {
    const { visitor, callback, corp, ...here } = await returning()
    const twin = visitor.clone()
    expect(await outcome(here, await visitor.get(callback))).toEqual(SIGNED_UP)
    const asked = corp.requests.length
    const again = await outcome(here, await twin.get(callback))
    expect(again).toEqual({ ...SIGNED_UP, path: '/sign-in', error: 'state_used', cookies: [] })
    expect(corp.requests.length).toBe(asked)
  })

  it('does not take it in another spelling, which would have been spent once more', async () => {
    const { visitor, approved, ...here } = await returning()
    for (const respell of [(state: string) => `${state}=`, (state: string) => `${state}!`, (state: string) => ` ${state}`]) {
      const callback = await approved(visitor)
      const reply = await visitor.get(withState(callback, respell(stateOf(callback))))
      expect(await outcome(here, reply), String(respell)).toEqual(refusedWith('invalid_state'))
    }
  })

  it('spends it also when the provider then fails, so that a code is never tried twice', async () => {
    const { visitor, callback, corp, ...here } = await returning()
    const twin = visitor.clone()
    corp.fail('token')
    expect(await outcome(here, await visitor.get(callback))).toEqual(refusedWith('provider_error'))
    corp.behave()
    expect(await outcome(here, await twin.get(callback))).toEqual(refusedWith('state_used'))
  })

  it.each([2, 20])('lets %i arrivals with one address in once', async (count) => {
    const { visitor, callback, corp, ...here } = await returning()
    const twins = Array.from({ length: count }, () => visitor.clone())
    const replies = await Promise.all(twins.map((twin) => twin.get(callback)))
    const landings = replies.map(landing)
    expect(landings.filter(({ path }) => path === '/account')).toHaveLength(1)
    expect(landings.filter(({ error }) => error === 'state_used')).toHaveLength(count - 1)
    expect(replies.filter(({ setCookies }) => setCookies.join().includes('app_session='))).toHaveLength(1)
    expect(await here.sql(`SELECT id FROM sessions`)).toHaveLength(1)
    expect(corp.requests.filter((name) => name === 'token')).toHaveLength(1)
  })

  it('refuses it in another browser, with a cookie of its own or without', async () => {
    const { visitor, callback, leave, isRedeemed, ...here } = await returning()
    const [bare, other] = [here.browser(), here.browser()]
    await leave(other)
    for (const browser of [bare, other]) {
      expect(await outcome(here, await browser.get(callback))).toEqual(refusedWith('invalid_state'))
    }
    expect(isRedeemed()).toBe(false)
    expect(await outcome(here, await visitor.get(callback)), 'and it stays good where it belongs').toEqual(SIGNED_UP)
  })

  it('takes two cookies for none: one of them was planted', async () => {
    const { visitor, callback, ...here } = await returning()
    const [own, planted] = [visitor.cookieHeader(), `${[...visitor.jar.keys()][0]}=${'A'.repeat(43)}`]
    for (const cookie of [`${own}; ${planted}`, `${planted}; ${own}`, `${own}; ${own}`]) {
      const reply = await visitor.get(callback, { headers: { cookie } })
      expect(await outcome(here, reply), cookie).toEqual(refusedWith('invalid_state'))
    }
  })

  it('refuses the state of another provider, and asks neither', async () => {
    const { browser, approved, corp, club, ...here } = await twoProviders()
    const visitor = browser()
    const callback = await approved(visitor)
    await visitor.get('/auth/oauth/club')
    const reply = await visitor.get(callback.replace('/corp/', '/club/'))
    expect(await outcome(here, reply)).toEqual(refusedWith('invalid_state'))
    expect([...corp.requests, ...club.requests]).not.toContain('token')
  })

  it('refuses one that is ten minutes old: state_expired', async () => {
    const { visitor, callback, approved, clock, isRedeemed, ...here } = await returning()
    clock.advance(10 * MINUTE)
    expect(await outcome(here, await visitor.get(callback))).toEqual(refusedWith('state_expired'))
    expect(isRedeemed()).toBe(false)
    const later = await approved(visitor)
    clock.advance(10 * MINUTE - 1)
    expect(await outcome(here, await visitor.get(later))).toEqual(SIGNED_UP)
  })

  it('refuses one of another installation, and takes one of another process of its own', async () => {
    const { visitor, callback, corp, database, approved, isRedeemed } = await returning()
    const foreign = await world({ env: { ...corpSettings(corp), SECRET: 'the secret of somebody else’s service' } })
    const there = await foreign.browser()
    expect(await outcome(foreign, await carrying(visitor, there).get(callback))).toEqual(refusedWith('invalid_state'))
    expect(isRedeemed()).toBe(false)
    const sibling = await world({ env: corpSettings(corp), databaseUrl: database.url })
    const later = await approved(visitor)
    expect(await outcome(sibling, await carrying(visitor, sibling.browser()).get(later))).toEqual(SIGNED_UP)
  })

  it('lets several tabs of one browser come back, in any order and at once', async () => {
    const { browser, leave, corp, sql } = await oauthWorld()
    const visitor = browser()
    const callbacks: string[] = []
    for (let tab = 0; tab < 4; tab++) callbacks.push(pathOf(await corp.approve(await leave(visitor), { as: ADA })))
    const replies = await Promise.all(callbacks.reverse().map((callback) => visitor.clone().get(callback)))
    expect(replies.map(landing)).toEqual(replies.map(() => ({ status: 303, path: '/account' })))
    expect(await sql(`SELECT id FROM accounts`)).toHaveLength(1)
    expect(await sql(`SELECT id FROM sessions`)).toHaveLength(4)
  })
})

describe('HEAD /auth/oauth/{provider}/callback', () => {
  it('answers 405 and spends nothing', async () => {
    const { visitor, callback, ...here } = await returning()
    expect(await visitor.send('HEAD', callback)).toMatchObject({ status: 405, headers: { allow: 'GET, POST' } })
    expect(await here.sql(`SELECT hash FROM spent_states`)).toEqual([])
    expect(await outcome(here, await visitor.get(callback))).toEqual(SIGNED_UP)
  })
})
