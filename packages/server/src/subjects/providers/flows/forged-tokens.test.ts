import type { JWTPayload } from 'jose'
import { describe, expect, it } from 'vitest'
import { altered, outcome, refusedWith, SIGNED_UP } from '../../../../test/support/oauth-outcome.ts'
import { type OAuthWorld, oauthWorld } from '../../../../test/support/oauth-world.ts'

type Corp = OAuthWorld['corp']

const HOUR_S = 3600
const nowInSeconds = () => Math.floor(Date.now() / 1000)
const without =
  (name: string) =>
  ({ [name]: _gone, ...claims }: JWTPayload): JWTPayload =>
    claims
const saying = (change: (claims: JWTPayload) => JWTPayload) => (corp: Corp) =>
  corp.tamper((claims) => ({ ...claims, ...change(claims) }))
const lacking = (name: string) => (corp: Corp) => corp.tamper(without(name))
const answering = (change: (answer: Record<string, unknown>) => unknown) => (corp: Corp) => corp.alter('token', change)

const refused = refusedWith('provider_error')

const forgeries: readonly (readonly [what: string, forge: (corp: Corp) => void])[] = [
  ['whose nonce is of another sign-in', saying(() => ({ nonce: 'A'.repeat(43) }))],
  ['without a nonce', lacking('nonce')],
  ['of another issuer', saying(() => ({ iss: 'https://evil.example' }))],
  ['of an issuer that differs by a slash', saying(({ iss }) => ({ iss: `${iss}/` }))],
  ['without an issuer', lacking('iss')],
  ['for another client', saying(() => ({ aud: 'somebody-else' }))],
  ['for nobody', lacking('aud')],
  ['for us among others, presented by another', saying(({ aud }) => ({ aud: [String(aud), 'other'], azp: 'other' }))],
  ['that expired', saying(() => ({ iat: nowInSeconds() - 2 * HOUR_S, exp: nowInSeconds() - HOUR_S }))],
  ['that never expires', lacking('exp')],
  ['without a date', lacking('iat')],
  ['that is not valid yet', saying(() => ({ nbf: nowInSeconds() + HOUR_S }))],
  ['about nobody', lacking('sub')],
  ['whose subject is a number', saying(() => ({ sub: 7 as unknown as string }))],
  ['that is not signed', (corp) => corp.unsigned()],
  ['that a stranger signed', (corp) => corp.signedByStranger()],
  ['signed with the public key as if it were a shared secret', (corp) => corp.signedWithPublicKey()],
  ['that is no token', answering((answer) => ({ ...answer, id_token: 'not.a.token' }))],
  ['that is an object', answering((answer) => ({ ...answer, id_token: { sub: 'ada-at-corp' } }))],
]

const answers: readonly (readonly [what: string, forge: (corp: Corp) => void])[] = [
  ['no ID token', answering(({ id_token: _gone, ...answer }) => answer)],
  ['no access token', answering(({ access_token: _gone, ...answer }) => answer)],
  ['nothing', answering(() => ({}))],
  ['a list', answering(() => [])],
  ['null', answering(() => 'null')],
]

describe('GET /auth/oauth/{provider}/callback, with a forged answer of the provider', () => {
  it.each(forgeries)('refuses an ID token %s', async (_what, forge) => {
    const { corp, signIn, browser, ...here } = await oauthWorld()
    forge(corp)
    expect(await outcome(here, await signIn(browser()))).toEqual(refused)
  })

  it.each(answers)('refuses %s', async (_what, forge) => {
    const { corp, signIn, browser, ...here } = await oauthWorld()
    forge(corp)
    expect(await outcome(here, await signIn(browser()))).toEqual(refused)
  })

  it('refuses what the provider says about somebody else than the ID token', async () => {
    const { corp, signIn, browser, ...here } = await oauthWorld()
    corp.tamper(without('email'))
    corp.alter('userinfo', (answer) => ({ ...answer, sub: 'somebody-else' }))
    expect(await outcome(here, await signIn(browser()))).toEqual(refused)
  })

  it('takes the true answer again afterwards, although the keys were asked for many times', async () => {
    const { corp, signIn, browser, ...here } = await oauthWorld()
    corp.signedByStranger()
    for (let n = 0; n < 3; n++) await signIn(browser())
    corp.behave()
    expect(await outcome(here, await signIn(browser()))).toEqual(SIGNED_UP)
  })
})

describe('GET /auth/oauth/{provider}/callback, with a forged query', () => {
  it.each([
    ['no issuer, although the provider announces one', (query: URLSearchParams) => query.delete('iss')],
    ['another code', (query: URLSearchParams) => query.set('code', 'A'.repeat(43))],
    ['no code', (query: URLSearchParams) => query.delete('code')],
    ['an error beside the code', (query: URLSearchParams) => query.set('error', 'server_error')],
  ])('refuses %s', async (_what, change) => {
    const { approved, browser, ...here } = await oauthWorld()
    const visitor = browser()
    const callback = altered(await approved(visitor), change)
    expect(await outcome(here, await visitor.get(callback))).toEqual(refused)
  })

  it('refuses the code of another person’s sign-in: it belongs to another verifier', async () => {
    const { approved, browser, corp, ...here } = await oauthWorld()
    const [visitor, other] = [browser(), browser()]
    const stolen = new URL(await approved(other), corp.issuer).searchParams.get('code') ?? ''
    const callback = altered(await approved(visitor), (query) => query.set('code', stolen))
    expect(await outcome(here, await visitor.get(callback))).toEqual(refused)
  })

  it('sends the code nowhere when it came under the name of another issuer', async () => {
    const { approved, browser, corp, ...here } = await oauthWorld()
    const visitor = browser()
    const callback = altered(await approved(visitor), (query) => query.set('iss', 'https://evil.example'))
    expect(await outcome(here, await visitor.get(callback))).toEqual(refused)
    expect(corp.requests).not.toContain('token')
  })
})
