import { describe, expect, it } from 'vitest'
import { signedInAsAdmin } from '../support/administered.ts'
import type { Browser } from '../support/browser.ts'
import { backendOf } from '../support/keyed.ts'
import { staffed } from '../support/organised.ts'
import { shared } from '../support/shared.ts'

const TIERS = ['owner', 'app', 'private'] as const
type Tier = (typeof TIERS)[number]

const FIELDS = {
  owner: { type: 'text', access: 'owner', atSignUp: 'optional' },
  app: { type: 'text', access: 'app', inHeaders: true },
  private: { type: 'text', access: 'private' },
}
const { owner, app } = FIELDS
const ORG_FIELDS = { owner: { type: owner.type, access: 'owner' }, app: { type: app.type }, private: FIELDS.private }
const ENV = { DATA_FIELDS: JSON.stringify(FIELDS), DATA_ORG_FIELDS: JSON.stringify(ORG_FIELDS), ENABLE_INVITE: 'true' }

/** Seen: what an answer has; refused: with which code. */
type Right = 'write' | 'read' | 'none'

/** Who may do what, word for word as the page has it. */
const RIGHTS: Readonly<Record<string, Readonly<Record<Tier, Right>>>> = {
  'the owner': { owner: 'write', app: 'read', private: 'none' },
  'an administrator': { owner: 'write', app: 'write', private: 'write' },
  'a backend': { owner: 'write', app: 'write', private: 'write' },
  'a member of the organisation': { owner: 'read', app: 'read', private: 'none' },
  'an admin of the organisation': { owner: 'write', app: 'read', private: 'none' },
  'an owner of the organisation': { owner: 'write', app: 'read', private: 'none' },
  'an administrator, of an organisation': { owner: 'write', app: 'write', private: 'write' },
}

type Ask = (method: string, body?: object) => Promise<{ readonly status: number; readonly body: Record<string, unknown> }>

const at =
  (browser: Browser, url: string): Ask =>
  (method, body) =>
    browser.send(method, url, body)

async function everybody() {
  const here = await staffed(ENV)
  const root = await signedInAsAdmin(here, 'root@example.com')
  const { body } = await root.post('/admin/keys', { name: 'billing', scopes: ['data:read', 'data:write'] })
  const call = backendOf(here, body.key)
  const { outsider, owner: olga, admin, member, org } = here
  const [ofUser, ofOrg, ofOrgs] = [`/admin/users/${outsider.id}/data`, `/auth/orgs/${org.id}/data`, `/admin/orgs/${org.id}/data`]
  const asks: Readonly<Record<string, Ask>> = {
    'the owner': at(outsider.browser, '/auth/data'),
    'an administrator': at(root, ofUser),
    'a backend': (method, sent) => call(method, ofUser, sent),
    'a member of the organisation': at(member.browser, ofOrg),
    'an admin of the organisation': at(admin.browser, ofOrg),
    'an owner of the organisation': at(olga.browser, ofOrg),
    'an administrator, of an organisation': at(root, ofOrgs),
  }
  const fill = async () => {
    for (const url of [ofUser, ofOrgs])
      await root.send('PATCH', url, { data: Object.fromEntries(TIERS.map((tier) => [tier, `before ${tier}`])) })
  }
  const stored = async (who: string): Promise<unknown> => (await root.get(/organisation/.test(who) ? ofOrgs : ofUser)).body.data
  return { asks, fill, stored }
}

describe('the tiers', () => {
  const here = shared(everybody)
  const rows = Object.entries(RIGHTS).flatMap(([who, rights]) => TIERS.map((tier) => [who, tier, rights[tier]] as const))

  it.each(rows)('%s, a field of the tier %s: %s', async (who, tier, right) => {
    const { asks, fill, stored } = here()
    const ask = asks[who] as Ask
    await fill()
    const read = await ask('GET')
    expect([read.status, Object.hasOwn(read.body['data'] as object, tier)]).toEqual([200, right !== 'none'])
    const written = await ask('PATCH', { data: { [tier]: 'after' } })
    if (right === 'write') expect(written).toMatchObject({ status: 200, body: { data: { [tier]: 'after' } } })
    else expect(written.body['error']).toBe(who.startsWith('a member') ? 'org_forbidden' : 'field_not_writable')
    expect(await stored(who)).toMatchObject({ [tier]: right === 'write' ? 'after' : `before ${tier}` })
    // Together with one that may be written: whole or not at all.
    if (right !== 'write') await ask('PATCH', { data: { owner: 'after', [tier]: 'after' } })
    if (right !== 'write') expect(await stored(who)).toMatchObject({ owner: 'before owner' })
  })

  it('of an account or an organisation are not read by writing', async () => {
    const here = await staffed(ENV)
    const root = await signedInAsAdmin(here, 'root@example.com')
    const { body } = await root.post('/admin/keys', { name: 'writer', scopes: ['data:write'] })
    const call = backendOf(here, body.key)
    for (const url of [`/admin/users/${here.outsider.id}/data`, `/admin/orgs/${here.org.id}/data`]) {
      await root.send('PATCH', url, { data: { private: 'secret', app: 'before' } })
      expect((await call('PATCH', url, { data: {} })).body.data).toEqual({})
      expect((await call('PATCH', url, { data: { app: 'after' } })).body.data).toEqual({ app: 'after' })
      expect((await root.get(url)).body.data).toMatchObject({ private: 'secret', app: 'after' })
    }
  })

  it('of an organisation are nothing to an outsider, and to whom it is not there', async () => {
    const { browser, outsider, org } = await staffed(ENV)
    expect((await outsider.browser.get(`/auth/orgs/${org.id}/data`)).body.error).toBe('org_not_found')
    const change = { data: { nothing: 'x' } }
    expect((await outsider.browser.send('PATCH', `/auth/orgs/${org.id}/data`, change)).body.error).toBe('org_not_found')
    expect((await browser().get(`/auth/orgs/${org.id}/data`)).status).toBe(401)
  })
})
