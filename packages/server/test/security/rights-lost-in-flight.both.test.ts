import { describe, expect, it } from 'vitest'
import { splitRoute } from '../../src/platform/http/route-table.ts'
import { isSafe } from '../../src/platform/http/sender-check.ts'
import type { AnyEndpoint } from '../../src/platform/kernel/endpoint-table.ts'
import { KEY_SCOPES, type Scope } from '../../src/platform/kernel/scopes.ts'
import { clientOf, WEB } from '../support/clients.ts'
import { declaring } from '../support/declared.ts'
import { endpointList } from '../support/endpoint-list.ts'
import { isFull } from '../support/form.ts'
import { backendOf } from '../support/keyed.ts'
import { enteredAdmin } from '../support/limited-admin.ts'
import { type Resident, resident } from '../support/residents.ts'
import { seal } from '../support/sealed.ts'
import { shared } from '../support/shared.ts'
import { type World, world } from '../support/world.ts'

interface Things {
  readonly about: Resident
  readonly orgId: string
  readonly inviteId: string
  readonly keyId: string
  readonly clientId: string
  readonly webhookId: string
}

interface Asked {
  /** What stands for `{id}`; the account where nothing is said. */
  readonly id?: keyof Omit<Things, 'about'>
  readonly body?: (things: Things) => object
  /** What has to be so of the account. */
  readonly fact?: string
}

/** What each would do if it were let in. A route that changes something and is not here fails. */
const changes: Readonly<Record<string, Asked>> = {
  'POST /admin/users': { body: () => ({ email: 'new@example.com', name: 'New', password: 'correct horse 22' }) },
  'DELETE /admin/users/{id}': {},
  'PATCH /admin/users/{id}/name': { body: () => ({ name: 'Other' }) },
  'PATCH /admin/users/{id}/email': { body: () => ({ email: 'other@example.com' }) },
  'PATCH /admin/users/{id}/role': { body: () => ({ role: 'admin' }) },
  'PATCH /admin/users/{id}/scopes': { body: () => ({ scopes: ['users:read'] }), fact: `role = 'admin'` },
  'PATCH /admin/users/{id}/ban': { body: () => ({}) },
  'PATCH /admin/users/{id}/unban': { fact: 'banned_at = 1' },
  'PATCH /admin/users/{id}/verify': { fact: 'verified_at = NULL' },
  'PATCH /admin/users/{id}/data': { body: () => ({ data: { plan: 'pro' } }) },
  'POST /admin/users/{id}/reset-password': {},
  'DELETE /admin/users/{id}/factors': {},
  'DELETE /admin/users/{id}/sessions': {},
  'DELETE /admin/users/{id}/sessions/{sessionId}': {},
  'POST /admin/invites': { body: () => ({ email: 'guest@example.com' }) },
  'DELETE /admin/invites/{id}': { id: 'inviteId' },
  'POST /admin/invites/{id}/resend': { id: 'inviteId' },
  'POST /admin/keys': { body: () => ({ name: 'billing', scopes: ['users:read'] }) },
  'DELETE /admin/keys/{id}': { id: 'keyId' },
  'DELETE /admin/orgs/{id}': { id: 'orgId' },
  'PUT /admin/orgs/{id}/owner': { id: 'orgId', body: ({ about }) => ({ userId: about.id }) },
  'PATCH /admin/orgs/{id}/data': { id: 'orgId', body: () => ({ data: { tier: 'm' } }) },
  'POST /admin/clients': { body: () => ({ ...WEB, id: 'other' }) },
  'PATCH /admin/clients/{id}': { id: 'clientId', body: () => ({ name: 'Other' }) },
  'DELETE /admin/clients/{id}': { id: 'clientId' },
  'POST /admin/clients/{id}/secrets': { id: 'clientId' },
  'DELETE /admin/clients/{id}/secrets': { id: 'clientId' },
  'POST /admin/oidc/keys/rotate': { body: () => ({ now: true }) },
  'POST /admin/webhooks': { body: () => HOOK },
  'PATCH /admin/webhooks/{id}': { id: 'webhookId', body: () => ({ types: ['user.deleted'] }) },
  'DELETE /admin/webhooks/{id}': { id: 'webhookId' },
  'POST /admin/webhooks/{id}/secret': { id: 'webhookId' },
  'DELETE /admin/webhooks/{id}/secret/previous': { id: 'webhookId' },
  'POST /admin/webhooks/{id}/deliveries/{eventId}/retry': { id: 'webhookId' },
  'POST /admin/webhooks/{id}/replay': { id: 'webhookId', body: () => ({ fromSequence: 0 }) },
}

const HOOK = { url: 'https://192.88.98.1:8443/hooks', types: ['*'] }
const EVENT = '00000000-0000-4000-8000-000000000000'

/** They ask somebody else, and change nothing here. */
const CHANGES_NOTHING: readonly string[] = ['POST /admin/webhooks/{id}/test']

const routes = endpointList.filter(
  ({ auth, route }) => auth === 'admin' && !isSafe(splitRoute(route)[0]) && !CHANGES_NOTHING.includes(route),
)

const ENV = { DISABLE_ADMIN_TWO_FACTOR: 'true', ORGANISATIONS: 'true', ENABLE_INVITE: 'true', ...declaring() }

/** All that an act could change. */
const stateOf = ({ sql }: World) =>
  Promise.all([
    sql(`SELECT id, email, name, verified_at, banned_at, credential_version, data FROM accounts ORDER BY id`),
    sql(`SELECT id, data FROM organisations ORDER BY id`),
    sql(`SELECT id, token_hash, revoked_at FROM invites ORDER BY id`),
    sql(`SELECT id, name, disabled_at, removed_at FROM oidc_clients ORDER BY id`),
    sql(`SELECT hash, expires_at FROM oidc_client_secrets ORDER BY hash`),
    sql(`SELECT kid, signs_from, signs_until FROM oidc_signing_keys ORDER BY kid`),
    sql(`SELECT id, types, secret, previous_secret FROM webhooks ORDER BY id`),
    sql(`SELECT id, attempts, next_attempt_at FROM webhook_deliveries ORDER BY id`),
    ...['org_members', 'codes', 'outbox', 'audit_events'].map((table) => sql(`SELECT COUNT(*) AS rows FROM ${table}`)),
  ])

/** Nobody is let in, so that one organisation, one invite and one key do for all. */
async function furnished() {
  const here = await world({ withMail: true, env: ENV })
  const root = await enteredAdmin(here, undefined)
  await here.sql(`UPDATE accounts SET verified_at = 1, mailbox_proved_at = 1`)
  const org = await root.browser.post('/auth/orgs', { name: 'Acme' })
  const invite = await root.browser.post('/admin/invites', { email: 'invited@example.com' })
  const key = await root.browser.post('/admin/keys', { name: 'billing', scopes: ['users:read'] })
  const { id: clientId } = await clientOf(root.browser)
  await root.browser.post(`/admin/clients/${clientId}/secrets`) // so that there is an older one to end
  const webhookId = String((await root.browser.post('/admin/webhooks', HOOK)).body.webhook.id)
  await root.browser.post(`/admin/webhooks/${webhookId}/secret`)
  await seal(here)
  await here.sql(
    `INSERT INTO webhook_deliveries (id, webhook_id, event_id, sequence, type, created_at, attempts, next_attempt_at, leased_until)
     VALUES (?, ?, ?, 0, 'user.created', 1, 0, 1, 0)`,
    [`${webhookId}.${EVENT}`, webhookId, EVENT],
  )
  const ids = {
    clientId,
    webhookId,
    orgId: String(org.body.id),
    inviteId: String(invite.body.id),
    keyId: String(key.body.apiKey.id),
  }
  const things = async (route: string): Promise<Things> => {
    const about = await resident(here.elsewhere, { sessions: 1, now: here.clock.now() })
    const facts = ['verified_at = 1', changes[route]?.fact ?? 'mailbox_proved_at = 1']
    for (const fact of facts) await here.sql(`UPDATE accounts SET ${fact} WHERE id = ?`, [about.id])
    return { about, ...ids }
  }
  return { ...here, things }
}

function callOf(route: AnyEndpoint['route'], things: Things) {
  const asked = changes[route]
  if (!asked) throw new Error(`${route} is not asked`)
  const [method, path] = splitRoute(route)
  const { about } = things
  const url = path
    .replace('{id}', asked.id ? things[asked.id] : about.id)
    .replace('{sessionId}', about.watched.id)
    .replace('{eventId}', EVENT)
  return [method, url, asked.body?.(things)] as const
}

const lost: readonly (readonly [what: string, code: string, sql: string])[] = [
  ['is limited', 'insufficient_scope', `UPDATE accounts SET admin_scopes = 'audit:read' WHERE id = ?`],
  ['is demoted', 'forbidden', `UPDATE accounts SET role = 'user' WHERE id = ?`],
  ['is signed out', 'session_expired', `UPDATE sessions SET revoked_at = 1 WHERE account_id = ?`],
]

/** The short form asks each route once, about one of the things that can be lost; a route is held by one function to all of them. */
const inTurn = <T>(all: readonly T[], turn: number, turns: number): readonly T[] =>
  isFull ? all : all.filter((_, at) => at % turns === turn)

describe.each(lost)('an administrator who %s between the check and the act', (what, code, statement) => {
  const open = shared(furnished)

  const turn = lost.findIndex(([one]) => one === what)
  it.each(inTurn(routes, turn, lost.length).map(({ route }) => route))('does nothing by %s', async (route) => {
    const here = open()
    const things = await here.things(route)
    const actor = await enteredAdmin(here, undefined)
    expect((await actor.browser.get('/admin/statistics')).status).toBe(200)
    const before = await stateOf(here)
    here.beforeNextTransaction(() => here.sql(statement, [actor.id]))
    const { status, body } = await actor.browser.send(...callOf(route, things))
    expect([status, body.error]).toEqual([code === 'session_expired' ? 401 : 403, code])
    expect(await stateOf(here)).toEqual(before)
  })
})

const keyRoutes = routes.flatMap(({ route, scope: declared }) => {
  const scope = KEY_SCOPES.find((one) => one === declared)
  return scope ? [[route, scope] as const] : []
})

const taken: readonly (readonly [what: string, code: string, sql: string])[] = [
  ['is revoked', 'invalid_api_key', `UPDATE api_keys SET revoked_at = 1 WHERE created_by = ?`],
  ['outlives the power of its maker', 'insufficient_scope', `UPDATE accounts SET admin_scopes = 'audit:read' WHERE id = ?`],
]

describe.each(taken)('a key that %s between the check and the act', (what, code, statement) => {
  const open = shared(furnished)

  const turn = taken.findIndex(([one]) => one === what)
  it.each(inTurn(keyRoutes, turn, taken.length))('does nothing by %s', async (route, scope: Scope) => {
    const here = open()
    const things = await here.things(route)
    const maker = await enteredAdmin(here, undefined)
    const made = await maker.browser.post('/admin/keys', { name: 'billing', scopes: [scope] })
    const before = await stateOf(here)
    here.beforeNextTransaction(() => here.sql(statement, [maker.id]))
    const call = backendOf(here, made.body.key)
    const { body } = await call(...callOf(route, things))
    // What no key may do is refused before there is anything to hold.
    expect([code, 'insufficient_scope']).toContain(body.error)
    expect(await stateOf(here)).toEqual(before)
  })
})
