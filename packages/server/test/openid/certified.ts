import { createLocalJWKSet, jwtVerify } from 'jose'
import type { OidcClient } from '../../src/subjects/openid/tables/clients.ts'
import { application, postForm } from '../support/application.ts'
import { leadsTo } from '../support/authorizing.ts'
import type { Browser } from '../support/browser.ts'
import { PageVisitor } from '../support/page-visitor.ts'
import { world } from '../support/world.ts'

export const REDIRECT = 'https://suite.example.com/test/a/alias/callback'
export const EMAIL = 'ada@example.com'
const SCOPES = ['openid', 'profile', 'email', 'groups', 'offline_access']

type Params = Readonly<Record<string, string | undefined>>
export type ResponseMode = 'default' | 'form_post'

/** What came back to the suite, or what the browser shows instead. */
export interface Answer {
  readonly facts: Readonly<Record<string, string>> | undefined
  readonly by: 'query' | 'form_post' | undefined
  readonly visitor: PageVisitor
}

/** The service, as the suite of the OpenID Foundation is set up for it: clients that need no PKCE, and somebody to sign in. */
export async function certified(mode: ResponseMode = 'default', given: Partial<OidcClient> = {}) {
  const here = await world({ withMail: true })
  const row = { redirectUris: [REDIRECT], wantsPkce: false, scopes: SCOPES, mayStay: true, algorithm: 'RS256' as const }
  const client = await application(here, { ...row, id: 'suite', ...given })
  const second = await application(here, { ...row, id: 'suite-2' })
  const ada = await here.signedUp(EMAIL)
  const tick = (seconds = 1) => here.clock.advance(seconds * 1000)
  tick()

  /** A good request of a module, with what that module is about. */
  const request = (params: Params = {}, by = client): string => {
    const usual = {
      client_id: by.client.id,
      redirect_uri: REDIRECT,
      response_type: 'code',
      scope: 'openid',
      state: 's-1',
      nonce: 'n-1',
    }
    const all = { ...usual, ...(mode === 'form_post' && { response_mode: mode }), ...params }
    const sent = Object.entries(all).filter((pair): pair is [string, string] => pair[1] !== undefined)
    return `/oidc/authorize?${new URLSearchParams(sent)}`
  }
  const begin = async (params: Params = {}, { browser = ada, by = client }: { browser?: Browser; by?: typeof client } = {}) => {
    const visitor = new PageVisitor(browser)
    await visitor.open(request(params, by))
    return answerOn(visitor)
  }
  const redeem = (code = '', by = client, more: Readonly<Record<string, string>> = {}) =>
    postForm(here, '/oidc/token', { grant_type: 'authorization_code', code, redirect_uri: REDIRECT, ...more }, basic(by))
  const verified = async (token: string) => {
    const { body } = await here.browser().get('/oidc/jwks')
    const currentDate = new Date(here.clock.now())
    const wanted = { issuer: here.config.server.publicUrl, currentDate, algorithms: ['RS256'] }
    return (await jwtVerify(token, createLocalJWKSet(body), wanted)).payload
  }
  /** From the request to the claims of a verified `id_token`. */
  const happy = async (params: Params = {}, who: { browser?: Browser; by?: typeof client } = {}) => {
    const { facts } = await begin(params, who)
    const { body } = await redeem(facts?.['code'], who.by)
    return { facts, tokens: body, claims: await verified(body.id_token) }
  }
  const userinfo = (token: string, method: 'GET' | 'POST' = 'GET') =>
    here.browser().send(method, '/oidc/userinfo', undefined, { headers: { authorization: `Bearer ${token}` } })
  return { ...here, client, second, ada, tick, request, begin, redeem, verified, happy, userinfo }
}

export const basic = ({ client, secret }: { readonly client: Pick<OidcClient, 'id'>; readonly secret: string }) => ({
  authorization: `Basic ${Buffer.from(`${client.id}:${secret}`).toString('base64')}`,
})

/** Of the page that a visitor has come to, or of the address that lies behind it. */
export function answerOn(visitor: PageVisitor): Answer {
  const { page } = visitor
  const form = page.allForms.find(({ action }) => action === REDIRECT)
  if (form) return { facts: form.values, by: 'form_post', visitor }
  const location = page.status === 303 ? String(page.headers['location']) : leadsTo(page)
  if (!location.startsWith(REDIRECT)) return { facts: undefined, by: undefined, visitor }
  return { facts: Object.fromEntries(new URL(location).searchParams), by: 'query', visitor }
}
