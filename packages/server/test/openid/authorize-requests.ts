import { API } from '../support/application.ts'
import { CALLBACK, CHALLENGE } from '../support/authorizing.ts'
import type { AskedClient } from './asked-clients.ts'
import { applied, type Change, each, type Pairs, set, twice, usual, without } from './changed-requests.ts'

const REDIRECTS: Readonly<Record<Exclude<AskedClient, 'robot'>, string>> = {
  ...{ strict: CALLBACK, lax: CALLBACK, third: CALLBACK },
  ...{ spa: 'https://app.example.com/back', cli: 'http://127.0.0.1:5555/back' },
}

export type Asking = keyof typeof REDIRECTS
export const ASKING = Object.keys(REDIRECTS) as readonly Asking[]

export const goodRequest = (client: Asking): Pairs => [
  ['client_id', client],
  ['redirect_uri', REDIRECTS[client]],
  ['response_type', 'code'],
  ['scope', 'openid profile'],
  ['state', 'some state'],
  ['nonce', 'n-1'],
  ['code_challenge', CHALLENGE],
  ['code_challenge_method', 'S256'],
]

const addresses: readonly Change[] = each('redirect_uri', [
  ...['https://evil.example.com/', `${CALLBACK}/`, `${CALLBACK}x`, `${CALLBACK}/../x`, `${CALLBACK}?x=1`, `${CALLBACK}?tenant=1`],
  ...[`${CALLBACK}?tenant=2`, `${CALLBACK}#here`, CALLBACK.replace('https', 'http'), CALLBACK.replace('wiki', 'WIKI')],
  ...[
    CALLBACK.replace('.com', '.com:443'),
    CALLBACK.replace('https://', 'https://user@'),
    CALLBACK.replace('callback', '%63allback'),
  ],
  ...[
    'https://wiki.example.com@evil.example/',
    'https://wiki.example.com.evil.example/',
    '/oauth/callback',
    'javascript:alert(1)',
  ],
  ...[
    'http://127.0.0.1/back',
    'http://127.0.0.1:1/back',
    'http://127.0.0.1:1/other',
    'http://localhost:1/back',
    'http://[::1]:1/back',
  ],
  ...['http://127.0.0.1.evil.example/back', 'http://127.0.0.1:1@evil.example/back', 'http://127.0.0.1:99999/back'],
  ...['com.example.app:/back', 'com.example.app:/other', 'com.example.app://back', 'com.example.app:/back/..'],
])

/** Everything that one request may have, or lack, and another has not; braces are filled in as `made-tokens.ts` has them. */
export const AUTHORIZE_CHANGES: readonly Change[] = [
  ...usual('client_id'),
  ...each('client_id', ['unknown', 'STRICT', 'strict ', '__proto__']),
  ...usual('redirect_uri'),
  ...addresses,
  ...usual('response_type'),
  ...each('response_type', [
    'token',
    'id_token',
    'code token',
    'code id_token',
    'none',
    'CODE',
    'code code',
    ' code',
    'constructor',
  ]),
  ...usual('response_mode'),
  ...each('response_mode', ['query', 'form_post', 'fragment', 'web_message', 'jwt', 'query.jwt', 'FORM_POST', 'toString']),
  ...usual('scope'),
  ...each('scope', ['openid', 'profile', 'profile openid', 'openid openid', 'openid  email', ' openid', 'openid nonsense']),
  ...each('scope', ['openid offline_access', 'openid groups', 'openid organizations', 'read', 'OPENID', 'openid,profile']),
  ...usual('state'),
  ...each('state', ['ü & "x" <b>', 'x'.repeat(2000), '+%2B+']),
  ...usual('nonce'),
  ...usual('code_challenge'),
  ...each('code_challenge', ['short', `${CHALLENGE}a`, `${CHALLENGE.slice(0, 42)}+`, `${CHALLENGE.slice(0, 42)}=`]),
  ...usual('code_challenge_method'),
  ...each('code_challenge_method', ['plain', 's256', 'S512']),
  { to: 'code_challenge', name: 'no PKCE', change: (pairs) => pairs.filter(([name]) => !name.startsWith('code_challenge')) },
  ...usual('prompt'),
  ...each('prompt', ['none', 'login', 'consent', 'select_account', 'login consent', 'none login', 'none none', 'NONE', 'create']),
  ...usual('max_age'),
  ...each('max_age', ['0', '100000', '-1', 'abc', '1.5', '1e3', '0x1000', '00', ' 5000']),
  ...usual('id_token_hint'),
  ...each('id_token_hint', ['junk', 'a.b.c', 'eyJhbGciOiJub25lIn0.eyJzdWIiOiJhZGEifQ.']),
  ...each('id_token_hint', ['{hint strict}', '{hint lax}', '{access strict}']),
  ...each('acr_values', ['1', 'phr nonsense', '']),
  ...each('login_hint', ['ada@example.com', '<b>']),
  ...each('ui_locales', ['de', 'xx yy', '*']),
  ...each('display', ['page', 'popup']),
  ...each('claims_locales', ['de']),
  ...each('claims', ['{"userinfo":{"name":{"essential":true}}}', 'junk']),
  ...each('request', ['junk', 'eyJhbGciOiJub25lIn0.eyJzdWIiOiJhZGEifQ.', '']),
  ...each('request_uri', ['https://wiki.example.com/request', 'urn:x', '']),
  ...each('registration', ['{}', '']),
  ...each('resource', [API, 'https://other.example.com', 'junk', '']),
  twice('resource', 'https://other.example.com'),
  ...each('unknown', ['1']),
  ...each('__proto__', ['1']),
  {
    to: 'scope',
    name: 'offline_access, with consent',
    change: (pairs) => applied(pairs, [set('scope', 'openid offline_access'), set('prompt', 'consent')]),
  },
  {
    to: 'registration',
    name: 'registration, without response_type',
    change: (pairs) => applied(pairs, [set('registration', '{}'), without('response_type')]),
  },
  without('nothing'),
]
