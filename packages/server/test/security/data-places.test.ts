import { describe, expect, it } from 'vitest'
import { signedInAsAdmin } from '../support/administered.ts'
import type { Browser } from '../support/browser.ts'
import { backendOf } from '../support/keyed.ts'
import { staffed } from '../support/organised.ts'
import { shared } from '../support/shared.ts'

const OF_ORGS = {
  owner: { type: 'text', access: 'owner' },
  app: { type: 'text', access: 'app' },
  private: { type: 'text', access: 'private' },
}
const FIELDS = {
  ...OF_ORGS,
  owner: { ...OF_ORGS.owner, searchable: true },
  silent: { type: 'text', access: 'private', exported: false },
}
const ENV = { DATA_FIELDS: JSON.stringify(FIELDS), DATA_ORG_FIELDS: JSON.stringify(OF_ORGS) }

type Name = keyof typeof FIELDS
const NAMES: readonly Name[] = ['owner', 'app', 'private', 'silent']
/** A value is like no other word of an answer. */
const canary = (kind: string, name: Name): string => `canary-${kind}-${name}`

const [NONE, OWN, WHOLE]: readonly (readonly Name[])[] = [[], ['owner', 'app'], NAMES]
const EXPORT = ['owner', 'app', 'private'] as const
const WHOLE_ORG = EXPORT

/** Every place that tells of an account or an organisation: who asks, where, and which values are told there. */
const PLACES: Readonly<Record<string, Readonly<Record<string, readonly Name[] | undefined>>>> = {
  'the owner': {
    'GET /auth/data': OWN,
    'PATCH /auth/data': OWN,
    'GET /auth/check?data=true': OWN,
    'GET /auth/check': NONE,
    'GET /auth/me': NONE,
    'GET /auth/sessions': NONE,
    'GET /auth/activity': NONE,
    'POST /auth/account/export': EXPORT,
    'GET /account': OWN,
    'GET /account/activity': NONE,
    'GET /account/data': NONE,
    'GET /admin/users/{id}/data': NONE,
    'GET /admin/users?data.owner=canary-account-owner': NONE,
  },
  'an administrator': {
    'GET /admin/users/{id}/data': WHOLE,
    'PATCH /admin/users/{id}/data': WHOLE,
    'GET /admin/users?include=data': WHOLE,
    'GET /admin/users?data.owner=canary-account-owner': NONE,
    'GET /admin/users': NONE,
    'GET /admin/users/{id}': NONE,
    'GET /admin/users/{id}/audit-logs': NONE,
    'GET /admin/audit-logs': NONE,
    'GET /admin/statistics': NONE,
    'GET /console/users': NONE,
    'GET /console/users/{id}': WHOLE,
    'GET /console/users.csv': WHOLE,
    'GET /console/users.ndjson': WHOLE,
    'GET /console/audit': NONE,
    'GET /admin/orgs': NONE,
    'GET /admin/orgs/{org}': NONE,
    'GET /admin/orgs/{org}/data': WHOLE_ORG,
    'PATCH /admin/orgs/{org}/data': WHOLE_ORG,
    'GET /console/organisations': NONE,
    'GET /console/organisations/{org}': WHOLE_ORG,
  },
  'a key of users:read and orgs:read': {
    'GET /admin/users': NONE,
    'GET /admin/users?include=data': NONE,
    'GET /admin/users/{id}': NONE,
    'GET /admin/users/{id}/data': NONE,
    'GET /admin/orgs/{org}': NONE,
    'GET /admin/orgs/{org}/data': NONE,
  },
  'a key of data:write': {
    'PATCH /admin/users/{id}/data': NONE,
    'PATCH /admin/orgs/{org}/data': NONE,
    'GET /admin/users/{id}/data': NONE,
  },
  'a key of data:read': {
    'GET /admin/users/{id}/data': WHOLE,
    'GET /admin/users?include=data': NONE,
    'GET /admin/orgs/{org}/data': WHOLE_ORG,
  },
  'a member of the organisation': {
    'GET /auth/orgs': NONE,
    'GET /auth/orgs/{org}': NONE,
    'GET /auth/orgs/{org}/members': NONE,
    'GET /auth/orgs/{org}/data': OWN,
    'PATCH /auth/orgs/{org}/data': NONE,
    'GET /orgs/acme': OWN,
    'GET /admin/orgs/{org}/data': NONE,
    'GET /admin/users/{id}/data': NONE,
  },
  'an admin of the organisation': {
    'PATCH /auth/orgs/{org}/data': OWN,
    'GET /auth/orgs/{org}/audit-logs': NONE,
    'GET /orgs/acme': OWN,
    'GET /admin/orgs/{org}/data': NONE,
  },
  'somebody else': {
    'GET /auth/data': NONE,
    'GET /auth/orgs/{org}/data': NONE,
    'GET /orgs/acme': NONE,
    'GET /admin/users/{id}/data': NONE,
    'GET /openapi.json': NONE,
    'GET /docs': NONE,
  },
}

type Ask = (method: string, url: string, body?: object) => Promise<{ readonly status: number; readonly text: string }>

async function everybody() {
  const here = await staffed(ENV)
  const root = await signedInAsAdmin(here, 'root@example.com')
  const { owner: olga, admin, member, org, browser } = here
  const valuesOf = (kind: string, names: readonly string[]) =>
    Object.fromEntries(names.map((name) => [name, canary(kind, name as Name)]))
  await root.send('PATCH', `/admin/users/${olga.id}/data`, { data: valuesOf('account', NAMES) })
  await root.send('PATCH', `/admin/orgs/${org.id}/data`, { data: valuesOf('org', Object.keys(OF_ORGS)) })
  const at =
    (who: Browser): Ask =>
    (method, url, body) =>
      who.send(method, url, body)
  const keyOf = async (...scopes: string[]): Promise<Ask> => {
    const { body } = await root.post('/admin/keys', { name: scopes.join(), scopes })
    const call = backendOf(here, body.key)
    return async (method, url, sent) => {
      const { status, body } = await call(method, url, sent)
      return { status, text: JSON.stringify(body) }
    }
  }
  const asks: Readonly<Record<string, Ask>> = {
    'the owner': at(olga.browser),
    'an administrator': at(root),
    'a key of users:read and orgs:read': await keyOf('users:read', 'orgs:read'),
    'a key of data:write': await keyOf('data:write'),
    'a key of data:read': await keyOf('data:read'),
    'a member of the organisation': at(member.browser),
    'an admin of the organisation': at(admin.browser),
    'somebody else': at(browser()),
  }
  return { ...here, asks, ids: { id: olga.id, org: org.id } as Readonly<Record<string, string>> }
}

describe('values of declared fields', () => {
  const here = shared(everybody)
  const rows = Object.entries(PLACES).flatMap(([who, places]) =>
    Object.entries(places).map(([place, told]) => [who, place, told ?? []] as const),
  )

  it.each(rows)('%s, %s: %j', async (who, place, told) => {
    const { asks, ids } = here()
    const [method = '', path = ''] = place.split(' ')
    const url = path.replace(/\{(\w+)\}/g, (_, name) => ids[name] ?? '')
    const { status, text } = await (asks[who] as Ask)(method, url, method === 'GET' ? undefined : { data: {} })
    if (told.length > 0) expect(status).toBe(200)
    expect(status).toBeLessThan(500)
    // Pages have the address that they were asked under.
    const found = NAMES.filter((name) => ['account', 'org'].some((kind) => text.includes(canary(kind, name))))
    expect(found).toEqual(told)
  })

  it('are in no line of the log', async () => {
    expect(here().logged()).not.toContain('canary-')
  })
})
