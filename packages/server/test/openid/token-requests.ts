import { API } from '../support/application.ts'
import { CALLBACK, CHALLENGE, VERIFIER } from '../support/authorizing.ts'
import type { AskedClient } from './asked-clients.ts'
import { type Change, each, type Pairs, set, twice, usual, without } from './changed-requests.ts'

/** What stands in braces is put in by each provider for itself: secrets, codes and tokens. `@` begins the name of a header. */
export interface TokenRequest {
  readonly name: string
  readonly path: string
  readonly good: Pairs
  readonly changes: readonly Change[]
}

const own = (client: AskedClient): Pairs =>
  client === 'spa'
    ? [['client_id', client]]
    : [
        ['client_id', client],
        ['client_secret', `{secret ${client}}`],
      ]

const basic = (id: string, secret: string): string => `{basic ${id}:${secret}}`

const authentication = (client: AskedClient): readonly Change[] => {
  const right = basic(client, `{secret ${client}}`)
  const instead = (value: string, name: string): Change => ({
    to: '@authorization',
    name: `${name} instead of the form`,
    change: (pairs) => [...pairs.filter(([one]) => !/^client_|^@/.test(one)), ['@authorization', value]],
  })
  return [
    ...[...usual('client_id'), ...each('client_id', ['unknown', 'third', '__proto__', 'STRICT'])],
    ...[...usual('client_secret'), ...each('client_secret', ['wrong', '{secret third}'])],
    set('@authorization', right),
    instead(right, 'Basic'),
    instead(basic('third', '{secret third}'), 'another client by Basic'),
    instead(basic(client, 'wrong'), 'a wrong secret by Basic'),
    instead(basic(client, ''), 'an empty secret by Basic'),
    instead(basic('unknown', 'x'), 'an unknown client by Basic'),
    instead('{lower case}', 'basic in small letters'),
    ...['Basic', 'Basic !!!', 'Bearer x', 'Basic eA==', 'Digest x'].map((value) => instead(value, value)),
    without('nothing'),
    set('unknown', '1'),
    set('__proto__', '1'),
    set('@content-type', 'application/json'),
  ]
}

const GRANTS = ['password', 'implicit', 'client_credentials', 'refresh_token', 'constructor', 'AUTHORIZATION_CODE', '__proto__']

const forCode: readonly Change[] = [
  ...[...usual('grant_type'), ...each('grant_type', GRANTS)],
  ...[...usual('code'), ...each('code', ['junk', '{code strict}x', '{spent strict}', '{code lax}'])],
  ...[...usual('redirect_uri'), ...each('redirect_uri', [`${CALLBACK}/`, `${CALLBACK}?tenant=1`, 'https://evil.example.com/'])],
  ...usual('code_verifier'),
  ...each('code_verifier', [`${VERIFIER}2`, 'short', CHALLENGE, 'x'.repeat(129), `${VERIFIER}ü`]),
  ...each('scope', ['openid', 'nonsense', 'groups', '']),
  ...each('resource', [API, 'https://other.example.com', '']),
  twice('resource', 'https://other.example.com'),
]

const forRefresh: readonly Change[] = [
  ...[...usual('grant_type'), ...each('grant_type', ['authorization_code', 'client_credentials', 'constructor'])],
  ...[...usual('refresh_token'), ...each('refresh_token', ['junk', '{refresh lax}', '{access strict}', '{rotated strict}'])],
  ...each('scope', ['openid', 'profile openid', 'openid groups', 'openid nonsense', '', ' openid', 'openid openid']),
  ...each('resource', [API, 'https://other.example.com', '']),
]

const forService: readonly Change[] = [
  ...[...usual('grant_type'), ...each('grant_type', ['authorization_code', 'refresh_token'])],
  ...[...usual('scope'), ...each('scope', ['read', 'write', 'read write', 'openid', 'offline_access', 'read read'])],
  ...each('resource', [API, 'https://other.example.com', '']),
]

const forTokens: readonly Change[] = [
  ...[...usual('token'), ...each('token', ['junk', '{refresh strict}', '{refresh lax}', '{access lax}', '{rotated strict}'])],
  ...each('token_type_hint', ['refresh_token', 'access_token', 'nonsense', '']),
]

const redeemed = (client: AskedClient, redirectUri: string, more: Pairs = []): Pairs => [
  ...own(client),
  ...[
    ['grant_type', 'authorization_code'] as const,
    ['code', `{code ${client}}`] as const,
    ['redirect_uri', redirectUri] as const,
  ],
  ...more,
]
const VERIFIED: Pairs = [['code_verifier', VERIFIER]]
const TOKEN = '/oidc/token'

export const TOKEN_REQUESTS: readonly TokenRequest[] = [
  {
    ...{ name: 'a code', path: TOKEN, good: redeemed('strict', CALLBACK, VERIFIED) },
    changes: [...authentication('strict'), ...forCode],
  },
  {
    name: 'a code without a challenge',
    path: TOKEN,
    good: redeemed('lax', CALLBACK),
    changes: [...forCode, set('code', '{code strict}')],
  },
  {
    ...{ name: 'a code of a browser application', path: TOKEN, good: redeemed('spa', 'https://app.example.com/back', VERIFIED) },
    changes: [...authentication('spa'), ...usual('code_verifier')],
  },
  {
    name: 'a refresh',
    path: TOKEN,
    good: [...own('strict'), ['grant_type', 'refresh_token'], ['refresh_token', '{refresh strict}']],
    changes: [...authentication('strict'), ...forRefresh],
  },
  {
    name: 'a service',
    path: TOKEN,
    good: [...own('robot'), ['grant_type', 'client_credentials'], ['scope', 'read']],
    changes: [...authentication('robot'), ...forService],
  },
  {
    name: 'a revocation',
    path: '/oidc/revoke',
    good: [...own('strict'), ['token', '{access strict}']],
    changes: [...authentication('strict'), ...forTokens],
  },
  {
    name: 'an introspection',
    path: '/oidc/introspect',
    good: [...own('strict'), ['token', '{access strict}']],
    changes: [...authentication('strict'), ...forTokens],
  },
]
