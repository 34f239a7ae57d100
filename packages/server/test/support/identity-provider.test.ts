import { decodeProtectedHeader } from 'jose'
import * as oidc from 'openid-client'
import { describe, expect, it } from 'vitest'
import { CLIENT, identityProvider } from './identity-provider.ts'
import { pressed, visit } from './provider-page.ts'

const CALLBACK = 'http://localhost:3000/auth/oauth/test/callback'
const ada = { sub: 'ada', email: 'ada@example.com', email_verified: true, name: 'Ada' }

type IdentityProvider = Awaited<ReturnType<typeof identityProvider>>

/** A service that signs in with the provider, as the client library would have it. */
async function signingIn(provider: IdentityProvider, more: Record<string, string> = {}) {
  provider.register(CALLBACK)
  const execute = [oidc.allowInsecureRequests, oidc.enableNonRepudiationChecks]
  const server = await oidc.discovery(new URL(provider.issuer), CLIENT.id, CLIENT.secret, undefined, { execute })
  const verifier = oidc.randomPKCECodeVerifier()
  const [state, nonce] = [oidc.randomState(), oidc.randomNonce()]
  const url = oidc.buildAuthorizationUrl(server, {
    redirect_uri: CALLBACK,
    scope: 'openid email profile',
    state,
    nonce,
    code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    ...more,
  })
  const checks = { expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier, idTokenExpected: true }
  return { server, url, redeem: (callback: string) => oidc.authorizationCodeGrant(server, new URL(callback), checks) }
}

/** Signs Ada in, after the provider was told to misbehave. */
async function signedIn(provider: IdentityProvider, misbehave: () => void = () => undefined) {
  const { url, redeem } = await signingIn(provider)
  const callback = await provider.approve(url, { as: provider.person(ada) })
  misbehave()
  return redeem(callback)
}

const reasonOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'accepted',
    (error) => `${error.message} ${error.cause?.message ?? ''}`,
  )

describe('the identity provider of the tests', () => {
  it('signs a person in and says who it is, in the token and when asked', async () => {
    const provider = await identityProvider()
    const { server, url, redeem } = await signingIn(provider)
    const tokens = await redeem(await provider.approve(url, { as: provider.person(ada) }))
    expect(tokens.claims()).toMatchObject({ ...ada, iss: provider.issuer, aud: CLIENT.id })
    expect(await oidc.fetchUserInfo(server, tokens.access_token, 'ada')).toEqual(ada)
    expect(provider.requests).toEqual(['discovery', 'token', 'jwks', 'userinfo'])
  })

  it.each([
    { sub: 'bob' },
    { sub: 'bob', email: 'bob@example.com' },
    { sub: 'bob', email: 'bob@example.com', email_verified: false },
    { sub: 'bob', email: 'bob@example.com', email_verified: 'true' },
  ])('says no more than it was told: %j', async (person) => {
    const provider = await identityProvider()
    const { url, redeem } = await signingIn(provider)
    const claims = (await redeem(await provider.approve(url, { as: provider.person(person) }))).claims()
    const { sub, email, email_verified } = { email: undefined, email_verified: undefined, ...claims }
    expect({ sub, email, email_verified }).toEqual({ email: undefined, email_verified: undefined, ...person })
  })

  it('redeems a code once, and only with the verifier that belongs to it', async () => {
    const provider = await identityProvider()
    const as = provider.person(ada)
    const [one, other] = [await signingIn(provider), await signingIn(provider)]
    const callback = await provider.approve(one.url, { as })
    await one.redeem(callback)
    await expect(one.redeem(callback)).rejects.toMatchObject({ error: 'invalid_grant' })
    const stolen = new URL(await provider.approve(other.url, { as: ada }))
    stolen.searchParams.set('state', new URL(callback).searchParams.get('state') ?? '')
    await expect(one.redeem(stolen.href)).rejects.toMatchObject({ error: 'invalid_grant' })
  })

  it('insists on a proof key', async () => {
    const provider = await identityProvider()
    const { url } = await signingIn(provider)
    url.searchParams.delete('code_challenge')
    url.searchParams.delete('code_challenge_method')
    expect(new URL(await provider.deny(url)).searchParams.get('error')).toBe('invalid_request')
  })

  it('sends the browser to no URL that was not registered', async () => {
    const provider = await identityProvider()
    const { url } = await signingIn(provider)
    url.searchParams.set('redirect_uri', 'http://localhost:3000/elsewhere')
    await expect(provider.approve(url, { as: provider.person(ada) })).rejects.toThrow(
      /the provider refuses.*invalid_redirect_uri/s,
    )
  })

  it('lets a person say no', async () => {
    const provider = await identityProvider()
    const { url } = await signingIn(provider)
    const callback = new URL(await provider.deny(url))
    expect(callback.searchParams.get('error')).toBe('access_denied')
    expect(callback.searchParams.get('state')).toBe(url.searchParams.get('state'))
  })

  it('answers by a form where that is asked for', async () => {
    const provider = await identityProvider()
    const { url, redeem } = await signingIn(provider, { response_mode: 'form_post' })
    const { action, body } = await provider.approveByForm(url, { as: provider.person(ada) })
    expect(action).toBe(CALLBACK)
    expect((await redeem(`${action}?${body}`)).claims()?.sub).toBe('ada')
  })

  it('shows a page that works in any browser', async () => {
    const provider = await identityProvider()
    provider.person(ada)
    provider.person({ sub: 'eve', email: '"<eve>"@example.com' })
    const { url } = await signingIn(provider)
    const reply = await fetch(url, { redirect: 'manual' })
    const cookie = String(
      reply.headers
        .getSetCookie()
        .map((line) => line.split(';')[0])
        .join('; '),
    )
    const page = await fetch(new URL(reply.headers.get('location') ?? '', url), { headers: { cookie } })
    const html = await page.text()
    expect(html).toContain('<button name="person" value="ada">Continue as ada@example.com</button>')
    expect(html).toContain('Continue as &quot;&lt;eve&gt;&quot;@example.com')
    expect(html).toContain('>Deny</button>')
  })

  it('asks a browser that was here before again', async () => {
    const provider = await identityProvider()
    const jar = new Map<string, string>()
    for (const { sub } of [provider.person(ada), provider.person({ sub: 'bob' })]) {
      const { url, redeem } = await signingIn(provider)
      const { url: callback } = await visit(url.href, pressed.person(sub), jar)
      expect((await redeem(callback)).claims()?.sub).toBe(sub)
    }
  })

  it.each<[string, (provider: IdentityProvider) => void, RegExp]>([
    ['nonce', (provider) => provider.tamper((claims) => ({ ...claims, nonce: 'other' })), /"nonce"/],
    ['issuer', (provider) => provider.tamper((claims) => ({ ...claims, iss: 'http://evil.test' })), /"iss"/],
    ['audience', (provider) => provider.tamper((claims) => ({ ...claims, aud: 'somebody else' })), /"aud"/],
    ['end', (provider) => provider.tamper((claims) => ({ ...claims, exp: 1 })), /"exp"/],
    ['signature', (provider) => provider.signedByStranger(), /signature/],
    ['algorithm', (provider) => provider.unsigned(), /"alg"/],
    ['kind of key', (provider) => provider.signedWithPublicKey(), /"alg"/],
  ])('can send a token with a wrong %s', async (_what, misbehave, reason) => {
    const provider = await identityProvider()
    expect(await reasonOf(signedIn(provider, () => misbehave(provider)))).toMatch(reason)
    provider.behave()
    expect(await reasonOf(signedIn(provider))).toBe('accepted')
  })

  it('signs what it tampered with by its own key, and adds changes up', async () => {
    const provider = await identityProvider()
    provider.tamper((claims) => ({ ...claims, email: 'eve@example.com' }))
    expect((await signedIn(provider)).claims()?.['email']).toBe('eve@example.com')
    let token = ''
    await reasonOf(
      signedIn(provider, () => {
        provider.unsigned()
        provider.alter('token', (answer) => {
          token = answer.id_token
          return answer
        })
      }),
    )
    expect(decodeProtectedHeader(token)).toEqual({ alg: 'none' })
    expect(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()).toContain('eve@example.com')
  })
})
