import * as oidc from 'openid-client'
import { describe, expect, it } from 'vitest'
import { GITHUB_APP } from './github-oauth.ts'
import { githubServer } from './github-server.ts'

const CALLBACK = 'http://localhost:3000/auth/oauth/github/callback'
const mona = {
  id: 583231,
  login: 'octocat',
  name: 'Mona',
  emails: [
    { email: 'mona@example.com', primary: true, verified: true, visibility: 'private' as const },
    { email: 'old@example.com' },
  ],
}

type GitHub = Awaited<ReturnType<typeof githubServer>>

/** GitHub with Mona, and what an app needs to sign her in. */
async function started() {
  const github = await githubServer()
  github.register(CALLBACK)
  github.person(mona)
  return github
}

function authorization({ url }: GitHub, more: Record<string, string> = {}): URL {
  const query = { client_id: GITHUB_APP.id, redirect_uri: CALLBACK, scope: 'read:user user:email', state: 'xyz', ...more }
  return new URL(`${url}/login/oauth/authorize?${new URLSearchParams(query)}`)
}

const codeOf = async (github: GitHub, more?: Record<string, string>): Promise<string> =>
  new URL(await github.approve(authorization(github, more), { as: mona })).searchParams.get('code') ?? ''

const redeem = ({ url }: GitHub, form: Record<string, string>, accept = 'application/json') =>
  fetch(`${url}/login/oauth/access_token`, {
    method: 'POST',
    headers: { accept },
    body: new URLSearchParams({ client_id: GITHUB_APP.id, client_secret: GITHUB_APP.secret, ...form }),
  })

async function tokenOf(github: GitHub, more?: Record<string, string>): Promise<string> {
  const answer = (await (await redeem(github, { code: await codeOf(github, more) })).json()) as { access_token: string }
  return answer.access_token
}

const api = ({ url }: GitHub, path: string, headers: Record<string, string>) => fetch(`${url}/api/v3${path}`, { headers })

describe('the GitHub of the tests', () => {
  it('signs a person in by the client library', async () => {
    const github = await started()
    const server = new oidc.Configuration(
      { issuer: github.url, token_endpoint: `${github.url}/login/oauth/access_token` },
      GITHUB_APP.id,
      GITHUB_APP.secret,
    )
    oidc.allowInsecureRequests(server)
    const verifier = oidc.randomPKCECodeVerifier()
    const challenge = { code_challenge: await oidc.calculatePKCECodeChallenge(verifier), code_challenge_method: 'S256' }
    const callback = await github.approve(authorization(github, challenge), { as: mona })
    const checks = { expectedState: 'xyz', pkceCodeVerifier: verifier }
    const tokens = await oidc.authorizationCodeGrant(server, new URL(callback), checks)
    expect(tokens).toMatchObject({ token_type: 'bearer', scope: 'read:user,user:email' })
    expect(tokens.id_token).toBeUndefined()
    const authorized = { authorization: `Bearer ${tokens.access_token}` }
    expect(await (await api(github, '/user', authorized)).json()).toMatchObject({ id: 583231, name: 'Mona', email: null })
    expect(await (await api(github, '/user/emails', authorized)).json()).toEqual([
      { email: 'mona@example.com', primary: true, verified: true, visibility: 'private' },
      { email: 'old@example.com', primary: false, verified: false, visibility: null },
    ])
    expect(github.requests).toEqual(['token', 'user', 'emails'])
  })

  it('sends a form unless JSON is asked for', async () => {
    const github = await started()
    const reply = await redeem(github, { code: await codeOf(github) }, '*/*')
    expect(reply.headers.get('content-type')).toContain('application/x-www-form-urlencoded')
    expect(await reply.text()).toMatch(/^access_token=gho_\w+&scope=read%3Auser%2Cuser%3Aemail&token_type=bearer$/)
  })

  it.each<[string, Record<string, string>, string]>([
    ['an unknown code', { code: 'unknown' }, 'bad_verification_code'],
    ['a wrong secret', { client_secret: 'wrong' }, 'incorrect_client_credentials'],
    ['another redirect URI', { redirect_uri: `${CALLBACK}/other` }, 'redirect_uri_mismatch'],
    ['a wrong verifier', { code_verifier: 'wrong' }, 'bad_verification_code'],
    ['no verifier', {}, 'bad_verification_code'],
  ])('answers %s with status 200 and an error', async (_what, form, error) => {
    const github = await started()
    const code_challenge = await oidc.calculatePKCECodeChallenge('right')
    const code = await codeOf(github, { code_challenge, code_challenge_method: 'S256' })
    const verifier: Record<string, string> = error === 'redirect_uri_mismatch' ? { code_verifier: 'right' } : {}
    const reply = await redeem(github, { code, ...verifier, ...form })
    expect([reply.status, await reply.json()]).toMatchObject([200, { error }])
  })

  it('redeems a code once', async () => {
    const github = await started()
    const code = await codeOf(github)
    expect(await (await redeem(github, { code })).json()).toHaveProperty('access_token')
    expect(await (await redeem(github, { code })).json()).toHaveProperty('error', 'bad_verification_code')
  })

  it('sends the browser back with what went wrong, and never elsewhere', async () => {
    const github = await started()
    const denied = new URL(await github.deny(authorization(github)))
    expect([denied.searchParams.get('error'), denied.searchParams.get('state')]).toEqual(['access_denied', 'xyz'])
    for (const redirect_uri of ['http://evil.test/auth/oauth/github/callback', `${CALLBACK}-evil`]) {
      const sent = await github.approve(authorization(github, { redirect_uri }), { as: mona })
      expect(sent).toMatch(/^http:\/\/localhost:3000\/auth\/oauth\/github\/callback\?error=redirect_uri_mismatch&/)
    }
    expect((await fetch(authorization(github, { client_id: 'other' }))).status).toBe(404)
  })

  it('opens its interface to named agents with a good token only', async () => {
    const github = await started()
    const authorized = { authorization: `Bearer ${await tokenOf(github)}` }
    expect((await api(github, '/user', authorized)).status).toBe(200)
    expect((await api(github, '/user', { ...authorized, 'user-agent': '' })).status).toBe(403)
    expect((await api(github, '/user', {})).status).toBe(401)
    expect((await api(github, '/user', { authorization: 'Bearer gho_wrong' })).status).toBe(401)
  })

  it('hides the addresses from a token without the scope for them', async () => {
    const github = await started()
    const authorized = { authorization: `Bearer ${await tokenOf(github, { scope: 'read:user' })}` }
    expect((await api(github, '/user', authorized)).status).toBe(200)
    expect((await api(github, '/user/emails', authorized)).status).toBe(404)
  })

  it('lists the addresses in pages of thirty', async () => {
    const github = await started()
    github.person({ ...mona, emails: Array.from({ length: 31 }, (_, index) => ({ email: `${index}@example.com` })) })
    const authorized = { authorization: `Bearer ${await tokenOf(github)}` }
    const count = async (path: string) => ((await (await api(github, path, authorized)).json()) as unknown[]).length
    expect(await count('/user/emails')).toBe(30)
    expect(await count('/user/emails?page=2')).toBe(1)
    expect(await count('/user/emails?per_page=100')).toBe(31)
  })
})
