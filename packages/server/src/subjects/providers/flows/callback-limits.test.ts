import { describe, expect, it } from 'vitest'
import type { Browser, Reply } from '../../../../test/support/browser.ts'
import { ADA, landing, oauthWorld, pathOf } from '../../../../test/support/oauth-world.ts'
import { PASSWORD } from '../../../../test/support/world.ts'

const MINUTE = 60_000
const CALLBACK = '/auth/oauth/corp/callback'
const AS_PAGE = { headers: { accept: 'text/html,application/xhtml+xml' } }

const limited = (env: Record<string, string>) => oauthWorld({ env: { RATE_LIMITS: 'true', ...env } })
const enter = (browser: Browser): Promise<Reply> => browser.post('/auth/login', { email: ADA.email, password: PASSWORD })
const postForm = (browser: Browser, extra = AS_PAGE.headers): Promise<Reply> =>
  browser.post(CALLBACK, undefined, {
    raw: 'state=x&code=y',
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...extra },
  })

describe('GET /auth/oauth/{provider}/callback, when it comes too often', () => {
  it('counts nobody who brings no state of ours: a foreign page cannot use up what a visitor may try', async () => {
    const { browser, leave } = await limited({ LIMIT_ENTRY_PER_MINUTE: '2' })
    const visitor = browser()
    const state = new URL(await leave(browser())).searchParams.get('state') ?? ''
    for (let n = 0; n < 10; n++) {
      for (const path of [CALLBACK, `${CALLBACK}?state=x&code=y`, `${CALLBACK}?${new URLSearchParams({ state, code: 'y' })}`]) {
        expect(landing(await visitor.get(path))['error'], path).toBe('invalid_state')
      }
      expect((await postForm(visitor)).status).toBe(303)
    }
    expect((await enter(visitor)).status).toBe(401)
  })

  it('counts as an entry what came back to the browser that left with it', async () => {
    const { browser, signIn } = await limited({ LIMIT_ENTRY_PER_MINUTE: '2' })
    expect(landing(await signIn(browser()))).toEqual({ status: 303, path: '/account' })
    expect((await enter(browser())).status).toBe(401)
    expect((await enter(browser())).status).toBe(429)
  })

  it('leads a browser to the sign-in page, spends nothing, and lets it in with the same address a minute later', async () => {
    const { browser, approved, clock, sql } = await limited({ LIMIT_ENTRY_PER_MINUTE: '1' })
    const visitor = browser()
    const callback = await approved(visitor)
    await enter(visitor)
    const refused = await visitor.get(callback, AS_PAGE)
    expect([refused.status, refused.headers['location']]).toEqual([303, '/sign-in?error=rate_limit_exceeded'])
    expect(refused.headers['retry-after']).toBe('60')
    expect(refused.setCookies).toEqual([])
    expect((await visitor.get(String(refused.headers['location']), AS_PAGE)).text).toContain('Too many attempts.')
    expect(await sql(`SELECT * FROM spent_states`)).toEqual([])
    clock.advance(MINUTE)
    expect(landing(await visitor.get(callback, AS_PAGE))).toEqual({ status: 303, path: '/account' })
  })

  it('tells a program in the envelope', async () => {
    const { browser, approved } = await limited({ LIMIT_ENTRY_PER_MINUTE: '1' })
    const visitor = browser()
    const callback = await approved(visitor)
    await enter(visitor)
    expect(await visitor.get(callback)).toMatchObject({ status: 429, body: { error: 'rate_limit_exceeded' } })
  })

  it('leads a browser there from the general limit as well, whichever way the provider came back', async () => {
    const { browser } = await limited({ LIMIT_GENERAL_PER_MINUTE: '1' })
    await browser().get('/auth/check')
    for (const reply of [await browser().get(CALLBACK, AS_PAGE), await postForm(browser())]) {
      expect([reply.status, reply.headers['location']]).toEqual([303, '/sign-in?error=rate_limit_exceeded'])
      expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0)
    }
    expect(await browser().get(CALLBACK)).toMatchObject({ status: 429, body: { error: 'rate_limit_exceeded' } })
    expect((await postForm(browser(), { accept: '*/*' })).status).toBe(429)
  })
})

describe('GET /auth/oauth/{provider}/callback, when the service fails', () => {
  it('leads a browser to the sign-in page, and tells a program in the envelope', async () => {
    const { browser, leave, corp, sql } = await oauthWorld()
    const visitor = browser()
    const callback = pathOf(await corp.approve(await leave(visitor), { as: ADA }))
    await sql(`DROP TABLE spent_states`)
    const reply = await visitor.get(callback, AS_PAGE)
    expect([reply.status, reply.headers['location']]).toEqual([303, '/sign-in?error=internal_error'])
    expect(await visitor.get(callback)).toMatchObject({ status: 500, body: { error: 'internal_error' } })
  })

  it('shows an envelope for what is wrong for good', async () => {
    const { browser } = await oauthWorld()
    const reply = await browser().get('/auth/oauth/google/callback', AS_PAGE)
    expect(reply).toMatchObject({ status: 404, body: { error: 'provider_not_found' } })
  })
})
