import { SignJWT } from 'jose'
import { describe, expect, it } from 'vitest'
import type { Browser } from '../support/browser.ts'
import { logoutReceiver } from '../support/logout-receiver.ts'
import { PageVisitor } from '../support/page-visitor.ts'
import { certified } from './certified.ts'

const BYE = 'https://suite.example.com/test/a/alias/post_logout_redirect'
const STATE = 'x'.repeat(128)

/** Ada, whom the suite has signed in, and what it holds for her. */
async function signedIn(logoutUri?: string) {
  const suite = await certified('default', { postLogoutUris: [BYE], ...(logoutUri !== undefined && { logoutUri }) })
  const { tokens, claims } = await suite.happy()
  const good = { id_token_hint: tokens.id_token, post_logout_redirect_uri: BYE, state: STATE }
  const leave = async (params: Readonly<Record<string, string | undefined>>) => {
    const sent = Object.entries(params).filter((pair): pair is [string, string] => pair[1] !== undefined)
    const visitor = new PageVisitor(suite.ada)
    await visitor.open(`/oidc/end-session?${new URLSearchParams(sent)}`)
    return visitor
  }
  const isIn = async () => (await suite.begin({ prompt: 'none' })).facts?.['error'] === undefined
  return { ...suite, tokens, claims, good, leave, isIn }
}

const isSignedIn = async (browser: Browser) => (await browser.clone().get('/auth/me')).status === 200

describe('oidcc-rp-initiated-logout-certification-test-plan', () => {
  it('oidcc-rp-initiated-logout', async () => {
    const { leave, good, begin } = await signedIn()
    const { page } = await leave(good)
    expect([page.status, page.headers['location']]).toEqual([303, `${BYE}?state=${STATE}`])
    expect((await begin({ prompt: 'none' })).facts).toMatchObject({ error: 'login_required' })
  })

  it('oidcc-rp-initiated-logout, of an application that has revoked its tokens before', async () => {
    const { leave, good, client, tokens, isIn } = await signedIn()
    expect((await client.revoke(tokens.refresh_token)).status).toBe(200)
    const { page } = await leave(good)
    expect([page.status, page.headers['location'], await isIn()]).toEqual([303, `${BYE}?state=${STATE}`, false])
  })

  it('oidcc-rp-initiated-logout-no-state', async () => {
    const { leave, good, isIn } = await signedIn()
    const { page } = await leave({ ...good, state: undefined })
    expect([page.headers['location'], await isIn()]).toEqual([BYE, false])
  })

  it.each([
    ['oidcc-rp-initiated-logout-bad-post-logout-redirect-uri', { post_logout_redirect_uri: `${BYE}/no` }],
    ['oidcc-rp-initiated-logout-query-added-to-post-logout-redirect-uri', { post_logout_redirect_uri: `${BYE}?foo=bar` }],
    ['oidcc-rp-initiated-logout-no-post-logout-redirect-uri', { post_logout_redirect_uri: undefined }],
  ])('%s', async (_name, change) => {
    const { leave, good, isIn } = await signedIn()
    const { page } = await leave({ ...good, ...change })
    expect([page.status, page.path, await isIn()]).toEqual([200, '/signed-out', false])
  })

  it.each([
    ['oidcc-rp-initiated-logout-no-id-token-hint', { id_token_hint: undefined }],
    ['oidcc-rp-initiated-logout-no-params', { id_token_hint: undefined, post_logout_redirect_uri: undefined, state: undefined }],
    ['oidcc-rp-initiated-logout-only-state', { id_token_hint: undefined, post_logout_redirect_uri: undefined }],
  ])('%s', async (_name, change) => {
    const { leave, good, isIn } = await signedIn()
    const visitor = await leave({ ...good, ...change })
    expect([visitor.page.status, visitor.page.heading, await isIn()]).toEqual([200, 'Sign out', true])
    const page = await visitor.submit('signOut')
    expect([page.path, await isIn()]).toEqual(['/signed-out', false])
  })

  it('oidcc-rp-initiated-logout-modified-id-token-hint', async () => {
    const { leave, good, tokens, ada } = await signedIn()
    const [head, body, tail] = tokens.id_token.split('.')
    const changed = JSON.stringify({ ...JSON.parse(Buffer.from(body, 'base64url').toString()), sub: 'somebody else' })
    const { page } = await leave({ ...good, id_token_hint: `${head}.${Buffer.from(changed).toString('base64url')}.${tail}` })
    expect([page.heading, page.html.includes(BYE), await isSignedIn(ada)]).toEqual(['Sign out', false, true])
  })

  it('oidcc-rp-initiated-logout-bad-id-token-hint', async () => {
    const { leave, good, claims, client, ada } = await signedIn()
    const key = new TextEncoder().encode(client.secret)
    const hint = await new SignJWT(claims).setProtectedHeader({ alg: 'HS256', typ: 'JWT' }).sign(key)
    const { page } = await leave({ ...good, id_token_hint: hint })
    expect([page.heading, page.html.includes(BYE), await isSignedIn(ada)]).toEqual(['Sign out', false, true])
  })
})

describe('oidcc-backchannel-rp-initiated-logout-certification-test-plan', () => {
  it('oidcc-backchannel-rp-initiated-logout', async () => {
    const receiver = await logoutReceiver()
    const { leave, good, claims, client, verified, isIn, idle } = await signedIn(receiver.url)
    const { page } = await leave(good)
    expect(page.headers['location']).toBe(`${BYE}?state=${STATE}`)
    await idle()
    const [told, ...others] = receiver.told
    expect(others).toEqual([])
    expect(told?.header).toMatchObject({ alg: 'RS256', typ: 'logout+jwt' })
    expect(await verified(told?.token ?? '')).toEqual({
      iss: claims.iss,
      sub: claims.sub,
      sid: claims['sid'],
      aud: client.client.id,
      iat: expect.any(Number),
      exp: expect.any(Number),
      jti: expect.any(String),
      events: { 'http://schemas.openid.net/event/backchannel-logout': {} },
    })
    expect(await isIn()).toBe(false)
  })
})
