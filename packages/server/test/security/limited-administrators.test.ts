import { describe, expect, it } from 'vitest'
import { splitRoute } from '../../src/platform/http/route-table.ts'
import { isSafe } from '../../src/platform/http/sender-check.ts'
import type { AnyEndpoint } from '../../src/platform/kernel/endpoint-table.ts'
import { newId } from '../../src/platform/kernel/ids.ts'
import { KEY_SCOPES, SCOPES, type Scope } from '../../src/platform/kernel/scopes.ts'
import type { Browser } from '../support/browser.ts'
import { WEB } from '../support/clients.ts'
import { endpointList } from '../support/endpoint-list.ts'
import { isFull } from '../support/form.ts'
import { enteredAdmin, scopeSets } from '../support/limited-admin.ts'
import { type Resident, resident } from '../support/residents.ts'
import { shared } from '../support/shared.ts'
import { type World, world } from '../support/world.ts'

type Scopes = readonly Scope[] | undefined
type Target = { readonly kind: 'user' } | { readonly kind: 'admin'; readonly scopes: Scopes }

const routes = endpointList.filter(({ auth }) => auth === 'admin')
const allRoutes = routes.map((endpoint) => [endpoint.route, endpoint] as const)

function holds(mine: Scopes, theirs: Scopes): boolean {
  if (mine === undefined || theirs === undefined) return mine === undefined
  return theirs.every((scope) => mine.includes(scope))
}

let made = 0
const newAddress = (): string => `guest-${++made}@example.com`

const isForKeys = (scope: string): boolean => KEY_SCOPES.some((one) => one === scope)

/** What each wants to be sent, so that only a lack of rights can refuse it. A route that has a body and is not here fails. */
const bodies: Readonly<Record<string, (own: readonly Scope[], targetId: string) => readonly object[]>> = {
  'POST /admin/users': () => [
    { email: newAddress(), name: 'New', role: 'user' },
    { email: newAddress(), name: 'New', role: 'admin' },
  ],
  'PATCH /admin/users/{id}/name': () => [{ name: 'Other' }],
  'PATCH /admin/users/{id}/email': () => [{ email: newAddress() }],
  'PATCH /admin/users/{id}/role': () => [{ role: 'user' }, { role: 'admin' }],
  'PATCH /admin/users/{id}/scopes': (own) => [{ scopes: own }, { scopes: own.slice(0, 1) }],
  'PATCH /admin/users/{id}/ban': () => [{}],
  'PATCH /admin/users/{id}/data': () => [{ data: {} }],
  'PATCH /admin/orgs/{id}/data': () => [{ data: {} }],
  'POST /admin/invites': () => [{ email: newAddress() }],
  'PUT /admin/orgs/{id}/owner': (_own, userId) => [{ userId }],
  'POST /admin/keys': (own) => [{ name: 'billing', scopes: own.filter(isForKeys) }],
  'POST /admin/clients': () => [{ ...WEB, id: `app-${++made}` }],
  'PATCH /admin/clients/{id}': () => [{ name: 'Other' }],
  'POST /admin/oidc/keys/rotate': () => [{ now: false }],
  'POST /admin/webhooks': () => [{ url: 'https://192.88.98.1:8443/hooks', types: ['*'] }],
  'PATCH /admin/webhooks/{id}': () => [{ description: 'Other' }],
  'POST /admin/webhooks/{id}/replay': () => [{ fromSequence: 0 }],
}

const bodiesOf = ({ route, body }: AnyEndpoint, own: readonly Scope[], targetId: string): readonly (object | undefined)[] => {
  if (!body) return [undefined]
  const known = bodies[route]
  if (!known) throw new Error(`${route} is not asked`)
  return known(own, targetId)
}

/** What has to be so that the route has something to do. */
const facts: Readonly<Record<string, string>> = {
  'PATCH /admin/users/{id}/unban': 'banned_at = 1',
  'PATCH /admin/users/{id}/verify': 'verified_at = NULL',
}

const isAboutUser = ({ route }: AnyEndpoint): boolean => /\/users\/\{id\}|\/owner$/.test(route)
const isChange = ({ route }: AnyEndpoint): boolean => !isSafe(splitRoute(route)[0])

/** A user, and administrators with less, as much, something else, more, and everything. */
function targetsFor(own: Scopes): readonly Target[] {
  const held = own ?? SCOPES
  const missing = SCOPES.filter((scope) => !held.includes(scope)).slice(0, 1)
  const admins = [held.slice(1), held, missing, [...held, ...missing]].filter((scopes) => scopes.length > 0)
  return [{ kind: 'user' }, ...admins.map((scopes) => ({ kind: 'admin', scopes }) as const), { kind: 'admin', scopes: undefined }]
}

interface Case {
  readonly own: Scopes
  readonly actor: Browser
  /** Banned, so that no mail goes to so many; who is refused does nothing to them, and they stand for all who are alike. */
  readonly others: readonly { readonly target: Target; readonly who: Resident }[]
}

const SETS = isFull ? 'every set of scopes' : 'the sets of scopes that tell most'

/** Its own scope alone, all but that, and what is neither one nor all but one; the others are for the full form. */
function isTelling(own: Scopes, scope: Scope | 'none'): boolean {
  const isOwn = own?.some((one) => one === scope)
  if (own?.length === 1) return isOwn === true
  return own?.length !== SCOPES.length - 1 || isOwn === false
}

const residentLike = (here: World, target: Target): Promise<Resident> =>
  resident(here.elsewhere, {
    ...{ sessions: 1, now: here.clock.now() },
    ...(target.kind === 'admin' && { role: 'admin', adminScopes: target.scopes }),
  })

async function inhabited() {
  const env = { DISABLE_ADMIN_TWO_FACTOR: 'true', ORGANISATIONS: 'true', ENABLE_INVITE: 'true' }
  const here = await world({ withMail: true, env })
  const cases: Case[] = []
  for (const own of scopeSets()) {
    const others: Case['others'][number][] = []
    for (const target of targetsFor(own)) others.push({ target, who: await residentLike(here, target) })
    cases.push({ own, actor: (await enteredAdmin(here, own)).browser, others })
  }
  for (const { who } of cases.flatMap(({ others }) => others))
    await here.sql(`UPDATE accounts SET banned_at = 1 WHERE id = ?`, [who.id])
  const stay = (await here.sql(`SELECT id FROM accounts`)).map(({ id }) => String(id))
  const orgId = await orgIn(here)
  /** Removes those who were made for one question. */
  const clear = async () => {
    await here.sql(`DELETE FROM org_members`)
    await here.sql(`DELETE FROM accounts WHERE id NOT IN (${stay.map(() => '?').join(', ')})`, stay)
  }
  return { ...here, cases, clear, orgId }
}

async function orgIn(here: World): Promise<string> {
  const id = newId(here.clock.now())
  await here.sql(`INSERT INTO org_slugs (slug, org_id, held_until) VALUES (?, ?, NULL)`, [`team-${id.slice(-12)}`, id])
  await here.sql(
    `INSERT INTO organisations (id, name, slug, created_by, owner_count, member_count, created_at, updated_at) VALUES (?, 'Team', ?, NULL, 0, 0, 1, 1)`,
    [id, `team-${id.slice(-12)}`],
  )
  return id
}

/** All that an act could change. */
const stateOf = ({ sql }: World) =>
  Promise.all([
    sql(`SELECT id, email, name, role, admin_scopes, credential_version, verified_at, banned_at FROM accounts ORDER BY id`),
    sql(`SELECT id, account_id, revoked_at FROM sessions ORDER BY id`),
    ...['codes', 'org_members', 'organisations', 'api_keys', 'invites', 'audit_events'].map((table) =>
      sql(`SELECT COUNT(*) AS rows FROM ${table}`),
    ),
  ])

const scopesIn = (stored: unknown): Scopes => (stored === null ? undefined : (String(stored).split(' ') as Scope[]))

/** Each administrator and key in use that is new, or may do something else than before. */
async function powers({ sql }: World): Promise<ReadonlyMap<string, Scopes>> {
  const admins = await sql(`SELECT id, admin_scopes AS scopes FROM accounts WHERE role = 'admin'`)
  const keys = await sql(`SELECT id, scopes FROM api_keys WHERE revoked_at IS NULL`)
  return new Map([...admins, ...keys].map(({ id, scopes }) => [String(id), scopesIn(scopes)]))
}

interface Welcome {
  readonly endpoint: AnyEndpoint
  readonly own: Scopes
  readonly target: Target
  readonly ask: (about: Resident) => Promise<{ readonly status: number }>
}

/** The act is not refused, and afterwards nobody can do what neither they nor the one who acts could do before. */
async function isWelcome(here: World & { orgId: string }, { endpoint: { route }, own, target, ask }: Welcome): Promise<void> {
  const about = await residentLike(here, target)
  await here.sql(`UPDATE accounts SET ${facts[route] ?? 'verified_at = 1'} WHERE id = ?`, [about.id])
  const known = await powers(here)
  const answer = await ask(about)
  expect(answer).toSatisfy(({ status }) => status !== 401 && status !== 403 && status < 500)
  for (const [id, scopes] of await powers(here))
    if (!known.has(id) || !holds(known.get(id), scopes)) expect([answer, holds(own, scopes)]).toEqual([answer, true])
}

describe('an administrator who is limited', () => {
  const open = shared(inhabited)

  it('is asked about every route for administrators, and each names what it takes', () => {
    expect(routes.filter(({ scope }) => scope === undefined)).toEqual([])
    expect(routes.length).toBeGreaterThanOrEqual(31)
    const changes = routes.filter((one) => isAboutUser(one) && isChange(one))
    expect(changes.length).toBeGreaterThanOrEqual(13)
  })

  it.each(allRoutes)(`%s: with ${SETS}, about every other`, async (route, endpoint) => {
    const here = open()
    const { scope = 'none' } = endpoint
    const counts = { asked: 0, wantsScope: 0, wantsMore: 0, letIn: 0 }
    const welcome: (() => Promise<void>)[] = []
    const before = await stateOf(here)
    const cases = here.cases.filter(({ own }) => isFull || isTelling(own, scope))
    for (const { own, actor, others } of cases)
      for (const { target, who } of isAboutUser(endpoint) ? others : others.slice(0, 1))
        for (const at of bodiesOf(endpoint, own ?? SCOPES, '').keys()) {
          const ask = async (about: Resident) => {
            const [method, path] = splitRoute(route)
            const id = route.includes('/orgs/') ? here.orgId : about.id
            const url = path.replace('{id}', id).replace('{sessionId}', about.watched.id)
            const { status, body } = await actor.send(method, url, bodiesOf(endpoint, own ?? SCOPES, about.id)[at])
            return { route, own, target, status, error: body?.error }
          }
          counts.asked++
          const lacksScope = scope !== 'none' && !holds(own, [scope])
          const isBeyond = isChange(endpoint) && target.kind === 'admin' && !holds(own, target.scopes)
          if (lacksScope || isBeyond) {
            counts[lacksScope ? 'wantsScope' : 'wantsMore']++
            expect(await ask(who)).toMatchObject({ status: 403, error: 'insufficient_scope' })
          } else {
            counts.letIn++
            welcome.push(() => isWelcome(here, { endpoint, own, target, ask }))
          }
        }
    expect(await stateOf(here)).toEqual(before)
    for (const one of welcome) await one()
    await here.clear()
    // Not one pair was passed over, and each answer was given.
    const perCase = ({ others }: Case) => (isAboutUser(endpoint) ? others.length : 1) * bodiesOf(endpoint, SCOPES, '').length
    expect(counts.asked).toBe(cases.reduce((all, one) => all + perCase(one), 0))
    expect(cases.length).toBeGreaterThanOrEqual(scope === 'none' ? 4 : 6)
    expect(counts.letIn).toBe(welcome.length)
    expect(counts.letIn).toBeGreaterThan(0)
    expect(counts.wantsScope > 0).toBe(scope !== 'none')
    expect(counts.wantsMore > 0).toBe(isAboutUser(endpoint) && isChange(endpoint))
  })

  it('gives nobody a scope that they lack, and makes no key with one', async () => {
    const here = open()
    let asked = 0
    for (const { own, actor } of here.cases) {
      if (own === undefined) continue
      const weaker = await residentLike(here, { kind: 'admin', scopes: own.slice(0, 1) })
      const known = await powers(here)
      const missing = SCOPES.filter((scope) => !own.includes(scope))
      for (const scopes of [...missing.map((scope) => [...own, scope]), 'all']) {
        const refused = { status: 403, body: { error: 'insufficient_scope' } }
        expect(await actor.send('PATCH', `/admin/users/${weaker.id}/scopes`, { scopes })).toMatchObject(refused)
        if (typeof scopes !== 'string' && scopes.every(isForKeys))
          expect(await actor.post('/admin/keys', { name: 'billing', scopes })).toMatchObject(refused)
        asked++
      }
      expect(await powers(here)).toEqual(known)
    }
    expect(asked).toBeGreaterThan(SCOPES.length ** 2)
    await here.clear()
  })
})
