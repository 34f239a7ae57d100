import { vi } from 'vitest'
import { PASSWORDS } from '../../src/gate/passwords/has-passwords.ts'
import { impliedCodes } from '../../src/platform/http/openapi-failures.ts'
import { splitRoute } from '../../src/platform/http/route-table.ts'
import { isSafe } from '../../src/platform/http/sender-check.ts'
import type { AnyEndpoint } from '../../src/platform/kernel/endpoint-table.ts'
import { newId } from '../../src/platform/kernel/ids.ts'
import { DatabaseBusy } from '../../src/platform/store/engines/database-busy.ts'
import { signedInAsAdmin } from '../support/administered.ts'
import { type Browser, ORIGIN } from '../support/browser.ts'
import { enrolled } from '../support/enrolled.ts'
import { limited } from '../support/limited.ts'
import { limitedAdmin } from '../support/limited-admin.ts'
import { staffed } from '../support/organised.ts'
import { shared } from '../support/shared.ts'
import { STEP_UP_MS, stepUp } from '../support/stepped-up.ts'
import { type World, world } from '../support/world.ts'
import type { ImpliedCode, Seen } from './cases.ts'

interface Question {
  readonly by?: Browser
  readonly headers?: Readonly<Record<string, string>>
  readonly query?: string
  readonly payload?: string
  /** The organisation that the path names; one that is not there unless given. */
  readonly orgId?: string
}

const UNKNOWN = newId(1)
const FORM = { origin: ORIGIN, 'content-type': 'application/x-www-form-urlencoded' }
const JSON_BODY = { origin: ORIGIN, 'content-type': 'application/json' }
const EMBEDDED = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' }
/** One for every field that has to be right before an organisation is looked for. */
const ABOUT_ORG = JSON.stringify({
  ...{ name: 'Acme', slug: 'acme', role: 'member', email: 'guest@example.com', userId: UNKNOWN, data: {} },
})

/** One request to the route of an endpoint, with nothing of its own but what is asked. */
async function ask({ app }: Pick<World, 'app'>, { route }: AnyEndpoint, question: Question = {}): Promise<Seen> {
  const { by, headers = { origin: ORIGIN }, query = '', payload, orgId = UNKNOWN } = question
  const [method, path] = splitRoute(route)
  const url = path.replace('{orgId}', orgId).replace(/\{\w+\}/g, UNKNOWN)
  const cookie = by && { cookie: by.cookieHeader() }
  const body = payload !== undefined && { payload }
  const reply = await app.inject({ method, url: url + query, headers: { ...cookie, ...headers }, ...body })
  const isJson = String(reply.headers['content-type']).startsWith('application/json')
  const { statusCode: status } = reply
  return { asked: `${method} ${url}`, status, body: isJson ? reply.json() : undefined, headers: reply.headers }
}

/** A route that is off unless it is switched on. */
const BY_MAIL = { EMAIL_SIGN_IN: 'existing' }

/** Those whom the facts of an endpoint tell apart. Root is let in everywhere. */
async function inhabited() {
  const here = await staffed(BY_MAIL)
  const stale = await enrolled(here, 'stale@example.com')
  const staleAdmin = await signedInAsAdmin(here, 'stale-admin@example.com')
  here.clock.advance(STEP_UP_MS)
  await stepUp(here.member.browser)
  const root = await signedInAsAdmin(here, 'root@example.com')
  const oneFactor = await here.signedUp('one-factor@example.com')
  await here.sql(`UPDATE accounts SET role = 'admin' WHERE email = ?`, ['one-factor@example.com'])
  const keyFor = async (scope: string): Promise<string> =>
    (await root.post('/admin/keys', { name: scope, scopes: [scope] })).body.key
  const keys = { 'users:read': await keyFor('users:read'), 'audit:read': await keyFor('audit:read') }
  /** A key that does not open the endpoint. */
  const otherKey = ({ scope }: AnyEndpoint): string => keys[scope === 'users:read' ? 'audit:read' : 'users:read']
  const admins = {
    'users:read': (await limitedAdmin(here, 'looks-on@example.com', ['users:read'])).browser,
    'audit:read': (await limitedAdmin(here, 'audits@example.com', ['audit:read'])).browser,
  }
  /** An administrator who may not open the endpoint. */
  const otherAdmin = ({ scope }: AnyEndpoint): Browser => admins[scope === 'users:read' ? 'audit:read' : 'users:read']
  return { ...here, stale: stale.owner, staleAdmin, root, oneFactor, otherKey, otherAdmin }
}

/** Where an address has used up what it may ask. */
async function exhausted(): Promise<World> {
  const here = await limited({ LIMIT_GENERAL_PER_MINUTE: '1', LIMIT_ENTRY_PER_MINUTE: '1', ...BY_MAIL })
  await here.browser().get('/auth/check')
  await here.browser().get('/.well-known/openid-configuration')
  await here.browser().post('/auth/refresh')
  await here.app.inject({ method: 'POST', url: '/oidc/device', headers: FORM })
  return here
}

/** Nothing is kept in memory, and requests are counted: whatever may be asked of the database is. */
async function forgetful() {
  const here = await limited({ LIMIT_GENERAL_PER_MINUTE: '10000', ORGANISATIONS: 'true', SESSION_CACHE_SIZE: '0', ...BY_MAIL })
  const owner = await here.signedUp()
  /** Asks while the database answers every statement with an error. */
  const askFailing = async (endpoint: AnyEndpoint, error: Error): Promise<Seen> => {
    here.failStatements(error)
    return ask(here, endpoint, { by: owner }).finally(() => here.failStatements(undefined))
  }
  return { ...here, askFailing }
}

const takesForms = ({ isForeignForm, isOAuth }: AnyEndpoint): boolean => isForeignForm === true || isOAuth === true

const bearing = (key: string) => ({ authorization: `Bearer ${key}` })

/** Asks every endpoint for every code that its facts imply. To be called where tests are described. */
export function implied() {
  const open = shared(inhabited)
  const crowded = shared(exhausted)
  const failing = shared(forgetful)
  const tokens = shared(() => world({ env: { REQUIRE_CSRF_TOKEN: 'true', ORGANISATIONS: 'true', ...BY_MAIL } }))
  const passwordless = shared(() => world({ withMail: true, env: { ENABLE_EMAIL_PASSWORD: 'false', ...BY_MAIL } }))
  const off = shared(() => world({ env: { EMAIL_CHANGE: 'false', ACCOUNT_EXPORT: 'false' } }))

  const signedOut = (endpoint: AnyEndpoint) => ask(open(), endpoint)
  const sending = (endpoint: AnyEndpoint, payload: string, headers: Question['headers'] = {}) =>
    ask(open(), endpoint, { by: open().root, payload, headers: { ...(takesForms(endpoint) ? FORM : JSON_BODY), ...headers } })

  const shows: Readonly<Record<ImpliedCode, (endpoint: AnyEndpoint) => Promise<Seen | readonly Seen[]>>> = {
    origin_not_allowed: (endpoint) => {
      const isRead = isSafe(splitRoute(endpoint.route)[0]) || endpoint.isForeignForm
      return ask(open(), endpoint, { headers: isRead ? EMBEDDED : { origin: 'https://evil.example' } })
    },
    csrf_headers_missing: (endpoint) => ask(open(), endpoint, { headers: {} }),
    csrf_token_invalid: (endpoint) => ask(tokens(), endpoint),
    rate_limit_exceeded: (endpoint) => ask(crowded(), endpoint),
    overloaded: (endpoint) => failing().askFailing(endpoint, new DatabaseBusy('it is full')),
    session_expired: signedOut,
    unauthorized: signedOut,
    step_up_required: (endpoint) => ask(open(), endpoint, { by: endpoint.auth === 'admin' ? open().staleAdmin : open().stale }),
    two_factor_required: (endpoint) => ask(open(), endpoint, { by: open().oneFactor }),
    forbidden: (endpoint) => ask(open(), endpoint, { by: open().member.browser }),
    invalid_api_key: (endpoint) => ask(open(), endpoint, { headers: bearing('lk_unknown') }),
    insufficient_scope: async (endpoint) => [
      await ask(open(), endpoint, { headers: bearing(open().otherKey(endpoint)) }),
      ...(endpoint.scope === 'none' ? [] : [await ask(open(), endpoint, { by: open().otherAdmin(endpoint) })]),
    ],
    invalid_input: async (endpoint) => {
      const { root: by, otherKey } = open()
      const [name = ''] = Object.keys(endpoint.query?.properties ?? {})
      return [
        ...(endpoint.scope ? [await ask(open(), endpoint, { by, headers: bearing(otherKey(endpoint)) })] : []),
        ...(endpoint.query ? [await ask(open(), endpoint, { by, query: `?${name}=1&${name}=2` })] : []),
        ...(endpoint.isForeignForm ? [await sending(endpoint, 'x=1&'.repeat(101))] : []),
      ]
    },
    invalid_json: (endpoint) => {
      const [name] = Object.keys(endpoint.body?.properties ?? {})
      if (!takesForms(endpoint)) return sending(endpoint, '{')
      // A form that is sent on may have every parameter twice, but not another length than it says.
      if (endpoint.redirects === 'everybody') return sending(endpoint, 'x=1&y=2', { 'content-length': '3' })
      return sending(endpoint, `${name}=1&${name}=2`)
    },
    payload_too_large: (endpoint) => sending(endpoint, 'x'.repeat(64 * 1024 + 1)),
    unsupported_media_type: (endpoint) => sending(endpoint, '{}', { 'content-type': 'text/plain' }),
    method_disabled: (endpoint) => ask(endpoint.partOf === PASSWORDS ? passwordless() : off(), endpoint),
    org_not_found: (endpoint) => ask(open(), endpoint, { by: open().root, payload: ABOUT_ORG, headers: JSON_BODY }),
    org_forbidden: (endpoint) => {
      const { member, org } = open()
      return ask(open(), endpoint, { by: member.browser, payload: ABOUT_ORG, headers: JSON_BODY, orgId: org.id })
    },
    internal_error: (endpoint) => {
      const fault = new Error('the disk is on fire')
      if (impliedCodes(endpoint).includes('overloaded')) return failing().askFailing(endpoint, fault)
      const handle = vi.spyOn(endpoint, 'handle').mockRejectedValue(fault)
      return ask(open(), endpoint).finally(() => handle.mockRestore())
    },
  }
  return {
    /** Every way in which an endpoint gives a code. */
    show: async (endpoint: AnyEndpoint, code: ImpliedCode): Promise<readonly Seen[]> => [await shows[code](endpoint)].flat(),
    /** What an endpoint answers while the database does not. */
    withoutDatabase: (endpoint: AnyEndpoint) => failing().askFailing(endpoint, new Error('the disk is on fire')),
  }
}
