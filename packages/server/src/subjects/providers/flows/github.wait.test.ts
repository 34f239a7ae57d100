import { describe, expect, it } from 'vitest'
import { GITHUB_APP } from '../../../../test/support/github-oauth.ts'
import { githubWorld, MONA } from '../../../../test/support/github-world.ts'
import { altered, outcome, refusedWith, SIGNED_UP } from '../../../../test/support/oauth-outcome.ts'
import { landing, pathOf } from '../../../../test/support/oauth-world.ts'

const refused = refusedWith('provider_error')
const addresses = (count: number) => Array.from({ length: count }, (_, n) => ({ email: `n${n}@example.com`, verified: true }))

describe('GitHub', () => {
  it('is asked for a code with PKCE S256, a state, and the scopes that show the addresses', async () => {
    const { browser, github } = await githubWorld()
    const url = new URL((await browser().get('/auth/oauth/github')).body.url)
    expect(`${url.origin}${url.pathname}`).toBe(`${github.url}/login/oauth/authorize`)
    expect(Object.fromEntries(url.searchParams)).toEqual({
      client_id: GITHUB_APP.id,
      response_type: 'code',
      redirect_uri: 'http://localhost:3000/auth/oauth/github/callback',
      scope: 'read:user user:email',
      state: expect.stringMatching(/^[\w-]{100,}$/),
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: 'S256',
    })
  })

  it('signs a stranger up without an ID token, by the number of the account and its primary address', async () => {
    const { browser, signIn, github, ...here } = await githubWorld()
    const visitor = browser()
    expect(await outcome(here, await signIn(visitor))).toEqual(SIGNED_UP)
    expect((await visitor.get('/auth/me')).body).toMatchObject({ email: 'mona@example.com', name: 'Mona Lisa', isVerified: true })
    expect(github.requests).toEqual(['token', 'user', 'emails'])
    expect(await here.sql(`SELECT issuer, subject, email, tokens FROM identities`)).toEqual([
      { issuer: github.url, subject: '583231', email: 'mona@example.com', tokens: null },
    ])
  })

  it.each([
    ['has a public address, and a primary one that is not verified', [{ email: 'public@example.com', primary: true }]],
    ['has verified addresses, and none is primary', [{ email: 'public@example.com', verified: true }]],
    ['has no address at all', []],
  ])('does not sign up somebody who %s', async (_who, emails) => {
    const { browser, signIn, github, ...here } = await githubWorld()
    expect(await outcome(here, await signIn(browser(), github.person({ ...MONA, emails })))).toEqual(refused)
  })

  it.each([
    ['null', null],
    ['a number', 7],
    ['an object', { value: 'mona@example.com' }],
    ['no address', 'mona'],
  ])('is not believed when the primary address is %s', async (_what, email) => {
    const { browser, signIn, github, ...here } = await githubWorld()
    github.alter('emails', () => [{ email, primary: true, verified: true }])
    expect(await outcome(here, await signIn(browser()))).toEqual(refused)
  })

  it('is not believed when it says verified or primary with anything but true', async () => {
    const { browser, signIn, github, ...here } = await githubWorld()
    github.alter('emails', () => [
      { email: 'a@example.com', primary: true, verified: 'true' },
      { email: 'b@example.com', primary: 1, verified: true },
    ])
    expect(await outcome(here, await signIn(browser()))).toEqual(refused)
  })

  it('may list the primary address behind many others', async () => {
    const { browser, signIn, github } = await githubWorld()
    const visitor = browser()
    await signIn(visitor, github.person({ ...MONA, emails: [...addresses(60), ...(MONA.emails ?? [])] }))
    expect((await visitor.get('/auth/me')).body.email).toBe('mona@example.com')
  })

  it('is the same with a slash behind its address', async () => {
    const { browser, signIn, github, ...here } = await githubWorld({ slash: '/' })
    expect(await outcome(here, await signIn(browser()))).toEqual(SIGNED_UP)
    expect(await here.sql(`SELECT issuer FROM identities`)).toEqual([{ issuer: github.url }])
  })

  it('takes the login where there is no name', async () => {
    const { browser, signIn, github } = await githubWorld()
    const visitor = browser()
    await signIn(visitor, github.person({ ...MONA, name: null }))
    expect((await visitor.get('/auth/me')).body.name).toBe('octocat')
  })

  it('knows the same person after a new login, name and address', async () => {
    const { browser, signIn, github, sql } = await githubWorld()
    await signIn(browser())
    const renamed = github.person({ id: MONA.id, login: 'monalisa', name: 'Lisa', emails: [] })
    const visitor = browser()
    expect(landing(await signIn(visitor, renamed))).toEqual({ status: 303, path: '/account' })
    expect((await visitor.get('/auth/me')).body).toMatchObject({ email: 'mona@example.com', name: 'Mona Lisa' })
    expect(await sql(`SELECT id FROM accounts`)).toHaveLength(1)
  })

  it('has given the old login to somebody else: another number, another account', async () => {
    const { browser, signIn, github, ...here } = await githubWorld()
    await signIn(browser())
    const heir = github.person({
      id: 7,
      login: MONA.login,
      emails: [{ email: 'heir@example.com', primary: true, verified: true }],
    })
    const visitor = browser()
    expect(await outcome(here, await signIn(visitor, heir))).toEqual({ ...SIGNED_UP, accounts: 2, identities: 2, sessions: 2 })
    expect((await visitor.get('/auth/me')).body.email).toBe('heir@example.com')
  })

  it.each([
    ['missing', undefined],
    ['a text', '583231'],
    ['not whole', 1.5],
    ['too large to be told from others', 2 ** 53],
    ['null', null],
  ])('is not believed when the number of the account is %s', async (_what, id) => {
    const { browser, signIn, github, ...here } = await githubWorld()
    github.alter('user', (user) => ({ ...user, id }))
    expect(await outcome(here, await signIn(browser()))).toEqual(refused)
  })

  it('says no with status 200: a wrong code, a code of another, and wrong credentials', async () => {
    const { browser, approved, github, logged, ...here } = await githubWorld()
    const [visitor, other] = [browser(), browser()]
    const code = new URL(await approved(other), github.url).searchParams.get('code') ?? ''
    for (const wrong of ['nonsense', code]) {
      const callback = altered(await approved(visitor), (query) => query.set('code', wrong))
      expect(await outcome(here, await visitor.get(callback))).toEqual(refused)
    }
    github.alter('token', () => ({ error: 'incorrect_client_credentials', error_description: GITHUB_APP.secret }))
    expect(await outcome(here, await visitor.get(await approved(visitor)))).toEqual(refused)
    expect(github.requests).not.toContain('user')
    expect([GITHUB_APP.secret, code].filter((secret) => logged().includes(secret))).toEqual([])
  })

  it('tells access_denied when somebody says no there', async () => {
    const { browser, github, ...here } = await githubWorld()
    const visitor = browser()
    const denied = await github.deny((await visitor.get('/auth/oauth/github')).body.url)
    expect(await outcome(here, await visitor.get(pathOf(denied)))).toEqual(refusedWith('access_denied'))
  })

  const endpoints = ['token', 'user', 'emails'] as const
  const faults = ['fail', 'talkNonsense', 'bloat'] as const
  it.each(faults.flatMap((fault) => endpoints.map((endpoint) => [fault, endpoint] as const)))(
    'is refused when it does %s at %s',
    async (fault, endpoint) => {
      const { browser, signIn, github, ...here } = await githubWorld()
      github[fault](endpoint)
      expect(await outcome(here, await signIn(browser()))).toEqual(refused)
    },
  )

  it('is refused when it answers with something else than a user and a list', async () => {
    for (const [endpoint, answer] of [
      ['user', null],
      ['user', []],
      ['emails', null],
      ['emails', { 0: {} }],
      ['emails', [null]],
    ] as const) {
      const { browser, signIn, github, ...here } = await githubWorld()
      github.alter(endpoint, () => answer)
      expect(await outcome(here, await signIn(browser())), `${endpoint} ${JSON.stringify(answer)}`).toEqual(refused)
    }
  })

  it('is not waited for, nor followed elsewhere', async () => {
    const attempts = endpoints.flatMap((endpoint) => [['hang', endpoint] as const, ['redirect', endpoint] as const])
    const outcomes = await Promise.all(
      attempts.map(async ([fault, endpoint]) => {
        const [{ browser, signIn, github, ...here }, other] = [await githubWorld(), await githubWorld()]
        if (fault === 'hang') github.hang(endpoint)
        else github.redirectTo(other.github.url, endpoint)
        return { ...(await outcome(here, await signIn(browser()))), elsewhere: other.github.requests }
      }),
    )
    expect(outcomes).toEqual(attempts.map(() => ({ ...refused, elsewhere: [] })))
  })
})
