import { describe, expect, it } from 'vitest'
import type { Browser, Reply } from '../../../../test/support/browser.ts'
import { ADA, landing, oauthWorld, pathOf } from '../../../../test/support/oauth-world.ts'

const COOKIE = /^_oauth_[\w-]{8}=[\w-]{43}; Max-Age=600; Path=\/; SameSite=Lax; HttpOnly$/
const CLEARED = /^_oauth_[\w-]{8}=; Max-Age=0; Path=\/; SameSite=Lax; HttpOnly$/
const PLANTED = 'A'.repeat(43)

/** The names of the attempts that a browser has under way, oldest first. */
const attemptsOf = ({ jar }: Browser): string[] => [...jar.keys()].filter((name) => name.startsWith('_oauth'))
const aboutAttempts = ({ setCookies }: Reply): string[] => setCookies.filter((line) => line.startsWith('_oauth'))

describe('the cookies of sign-ins with a provider', () => {
  it('are new for every attempt, and named after it', async () => {
    const { browser } = await oauthWorld()
    const visitor = browser()
    const first = await visitor.get('/auth/oauth/corp')
    const second = await visitor.get('/auth/oauth/corp')
    for (const reply of [first, second]) expect(aboutAttempts(reply)).toEqual([expect.stringMatching(COOKIE)])
    expect(attemptsOf(visitor)).toHaveLength(2)
    expect(new Set(visitor.jar.values()).size).toBe(2)
  })

  it('never take a value that came along: who planted it would know it', async () => {
    const { browser, approved, signIn } = await oauthWorld()
    const visitor = browser()
    for (const name of ['_oauth', '_oauth_', '_oauth_AAAAAAAA']) visitor.jar.set(name, PLANTED)
    const reply = await visitor.get('/auth/oauth/corp')
    expect(aboutAttempts(reply)).toHaveLength(1)
    expect(reply.setCookies.join()).not.toContain(PLANTED)
    const callback = await approved(visitor)
    const [name = ''] = attemptsOf(visitor).slice(-1)
    visitor.jar.set(name, PLANTED)
    expect(landing(await visitor.get(callback))).toEqual({ status: 303, path: '/sign-in', error: 'invalid_state' })
    expect(landing(await signIn(visitor))).toEqual({ status: 303, path: '/account' })
  })

  it('are gone after the callback, and only that of the attempt that came back', async () => {
    const { browser, leave, approved } = await oauthWorld()
    const visitor = browser()
    await leave(visitor)
    const [other] = attemptsOf(visitor)
    const reply = await visitor.get(await approved(visitor))
    expect(landing(reply)).toEqual({ status: 303, path: '/account' })
    expect(aboutAttempts(reply)).toEqual([expect.stringMatching(CLEARED)])
    expect(attemptsOf(visitor)).toEqual([other])
  })

  it.each(['access_denied', 'provider_error', 'state_expired', 'invalid_state'])('are gone after %s, too', async (error) => {
    const { browser, leave, corp, clock } = await oauthWorld()
    const visitor = browser()
    const url = await leave(visitor)
    const callback = pathOf(error === 'access_denied' ? await corp.deny(url) : await corp.approve(url, { as: ADA }))
    if (error === 'provider_error') corp.fail('token')
    if (error === 'state_expired') clock.advance(600_000)
    if (error === 'invalid_state') visitor.jar.set(attemptsOf(visitor)[0] ?? '', PLANTED)
    const reply = await visitor.get(callback)
    expect(landing(reply)['error']).toBe(error)
    expect(aboutAttempts(reply)).toEqual([expect.stringMatching(CLEARED)])
    expect(attemptsOf(visitor)).toEqual([])
  })

  it('are gone after a provider was linked', async () => {
    const { signedUp, link } = await oauthWorld()
    const ada = await signedUp()
    expect(aboutAttempts(await link(ada))).toEqual([expect.stringMatching(CLEARED)])
    expect(attemptsOf(ada)).toEqual([])
  })

  it('are four at most: the oldest goes when a fifth sign-in begins, and the others come back', async () => {
    const { browser, approved } = await oauthWorld()
    const visitor = browser()
    const callbacks: string[] = []
    for (let tab = 0; tab < 5; tab++) callbacks.push(await approved(visitor))
    expect(attemptsOf(visitor)).toHaveLength(4)
    const landings = []
    for (const callback of callbacks) landings.push(landing(await visitor.get(callback)))
    const [oldest, ...others] = landings
    expect(oldest).toEqual({ status: 303, path: '/sign-in', error: 'invalid_state' })
    expect(others).toEqual(others.map(() => ({ status: 303, path: '/account' })))
    expect(attemptsOf(visitor)).toEqual([])
  })

  it('do not make an answer long, however many somebody has planted', async () => {
    const { browser, signIn } = await oauthWorld()
    const visitor = browser()
    for (let n = 0; n < 200; n++) visitor.jar.set(`_oauth_${String(n).padStart(8, '0')}`, PLANTED)
    const reply = await visitor.get('/auth/oauth/corp')
    expect(aboutAttempts(reply)).toHaveLength(9)
    expect(landing(await signIn(visitor))).toEqual({ status: 303, path: '/account' })
  })
})
