import { createHash } from 'node:crypto'
import { newId } from '../../src/platform/kernel/ids.ts'
import { hashToken, newToken } from '../../src/platform/kernel/tokens.ts'
import type { Proof } from '../../src/subjects/openid/clients/client.ts'
import { CLIENT_SECRETS } from '../../src/subjects/openid/tables/client-secrets.ts'
import { CLIENTS, type OidcClient } from '../../src/subjects/openid/tables/clients.ts'
import { type AuthorizationCode, CODES, hashOfAuthorizationCode } from '../../src/subjects/openid/tables/codes.ts'
import type { Browser, Reply } from './browser.ts'
import type { RunningService, World } from './world.ts'

type Form = Readonly<Record<string, string>>
type Place = Pick<RunningService, 'browser' | 'sql'> & Partial<Pick<World, 'clock'>>

export const CALLBACK = 'https://app.example.com/callback'
export const API = 'https://api.example.com'
export const VERIFIER = 'a-verifier-of-the-application-that-is-long-enough-1'
const challengeOf = (verifier: string): string => createHash('sha256').update(verifier).digest('base64url')

const CLIENT = CLIENTS.insert()
const SECRET = CLIENT_SECRETS.insert()
const CODE = CODES.insert()

export type Application = Awaited<ReturnType<typeof application>>

/** A client in the table, and what it asks: as one that administrators have made long ago. */
export async function application(here: Place, given: Partial<OidcClient> = {}) {
  const client: OidcClient = {
    ...{ id: 'grafana', name: 'Grafana', kind: 'web', homeUrl: undefined, redirectUris: [CALLBACK], postLogoutUris: [] },
    ...{
      logoutUri: undefined,
      isFirstParty: true,
      wantsPkce: true,
      hasSentChallenge: false,
      mayStay: true,
      hasDeviceFlow: false,
    },
    ...{ scopes: ['openid', 'profile', 'email', 'groups'], audiences: [API], demands: {}, isPairwise: false },
    ...{ algorithm: 'ES256', createdBy: undefined, createdAt: 1, updatedAt: 1, disabledAt: undefined, lastUsedAt: undefined },
    ...{ lastRefusal: undefined, lastRefusedAt: undefined, lastRefusedUri: undefined, removedAt: undefined },
    ...given,
  }
  const secret = `lks_${newToken()}`
  const now = here.clock?.now() ?? Date.now()
  await here.sql(CLIENT.text, CLIENT.params(client))
  const row = { id: newId(now), clientId: client.id, hash: hashToken(secret), createdAt: 1, expiresAt: undefined }
  await here.sql(SECRET.text, SECRET.params({ ...row, lastUsedAt: undefined }))
  const isPublic = client.kind === 'browser' || client.kind === 'native'
  const own = isPublic ? { client_id: client.id } : { client_id: client.id, client_secret: secret }
  const at = (place: Pick<Place, 'browser'>) => {
    const post = (path: string, form: Form): Promise<Reply> => postForm(place, path, { ...own, ...form })
    return {
      post,
      token: (form: Form) => post('/oidc/token', form),
      redeem: (code: string, more: Form = {}) =>
        post('/oidc/token', {
          ...{ grant_type: 'authorization_code', code, redirect_uri: CALLBACK, code_verifier: VERIFIER },
          ...more,
        }),
      refresh: (token: string, more: Form = {}) =>
        post('/oidc/token', { grant_type: 'refresh_token', refresh_token: token, ...more }),
      introspect: (token: string) => post('/oidc/introspect', { token }),
      revoke: (token: string) => post('/oidc/revoke', { token }),
    }
  }
  return {
    client,
    secret,
    /** Asks at another process. */
    at,
    ...at(here),
    /** The code that this browser would be sent back with. */
    code: (browser: Browser, more: Partial<AuthorizationCode> = {}) => codeOf(here, client, browser, more),
  }
}

/** Programs keep no cookies. */
export const postForm = (here: Pick<Place, 'browser'>, path: string, form: Form, headers = {}): Promise<Reply> =>
  here.browser().post(path, undefined, {
    raw: new URLSearchParams(form).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
  })

export const PROOF: Proof = { at: Date.parse('2030-01-01T00:00:00Z'), amr: ['pwd'], acr: 'urn:latchkey:1' }

async function codeOf(here: Place, { id }: OidcClient, browser: Browser, more: Partial<AuthorizationCode>): Promise<string> {
  const { body: me } = await browser.clone().get('/auth/me')
  const code = newToken()
  const now = here.clock?.now() ?? Date.now()
  const row: AuthorizationCode = {
    ...{ hash: hashOfAuthorizationCode(code), clientId: id, accountId: me.id, sessionId: me.session.id, redirectUri: CALLBACK },
    browser: undefined,
    ...{ challenge: challengeOf(VERIFIER), nonce: 'once', scopes: ['openid', 'profile', 'email'], audience: undefined },
    ...{ proof: PROOF, createdAt: now, expiresAt: now + 60_000, usedAt: undefined, grantId: undefined },
    ...more,
  }
  await here.sql(CODE.text, CODE.params(row))
  return code
}

export const userinfoOf = (here: Pick<Place, 'browser'>, token: string): Promise<Reply> =>
  here.browser().get('/oidc/userinfo', { headers: { authorization: `Bearer ${token}` } })
