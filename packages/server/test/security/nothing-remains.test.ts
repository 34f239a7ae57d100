import { describe, expect, it } from 'vitest'
import { unsealMail } from '../../src/platform/mail/seal-mail.ts'
import { idOf } from '../support/administered.ts'
import type { Browser } from '../support/browser.ts'
import { enlarge } from '../support/large-account.ts'
import { schemaOf } from '../support/schema.ts'
import { PASSWORD, type World, world } from '../support/world.ts'

const DAY = 86_400_000
const EMAIL = 'zelda.canary@example.com'
/** Which she had before, and could go back to. */
const FORMER = 'former.canary@example.org'
const NAME = 'Zelda Canary'
const REASON = `${NAME} writes to strangers`

/** What the log keeps of an account: its id, as who did something and as whom it was done to. */
const LOGGED = ['audit_events.actor_id', 'audit_events.target_user_id']
/** Code rows, until they have expired: they say that the account is gone. */
const CODES = ['codes.account_id', 'email_changes.account_id']

const NOTED = { note: { type: 'text', access: 'private', searchable: true }, names: { type: 'list', access: 'app' } }
const env = {
  ORGANISATIONS: 'true',
  ENABLE_INVITE: 'true',
  DISABLE_ADMIN_TWO_FACTOR: 'true',
  SECURITY_NOTICES: 'true',
  DATA_FIELDS: JSON.stringify(NOTED),
}

/** An administrator and Ada, both with proved addresses. */
async function inhabited() {
  const here = await world({ withMail: true, env })
  const [root, ada] = [await here.signedUp('root@example.com'), await here.signedUp()]
  await here.sql(`UPDATE accounts SET verified_at = 1`)
  await here.sql(`UPDATE accounts SET role = 'admin' WHERE email = 'root@example.com'`)
  return { ...here, root, ada, adaId: await idOf(ada) }
}

/** Zelda, who came by an invite and has left traces wherever one can. */
async function lived() {
  const here = await inhabited()
  const { root, ada, mail, outbox, sql, browser, clock } = here
  await root.post('/admin/invites', { email: EMAIL })
  const { code } = await mail.newest(EMAIL)
  const zelda = browser()
  const { body } = await zelda.post('/auth/invite/register', { code, name: NAME, password: PASSWORD, confirmPassword: PASSWORD })
  const id: string = body.user.id
  const data = { note: REASON, names: [NAME, FORMER] }
  expect((await root.send('PATCH', `/admin/users/${id}/data`, { data })).status).toBe(200)
  await root.send('PATCH', `/admin/users/${id}/ban`, { reason: REASON })
  await root.send('PATCH', `/admin/users/${id}/unban`)
  await root.send('PATCH', `/admin/users/${id}/role`, { role: 'admin' })
  expect((await zelda.post('/auth/login', { email: EMAIL, password: PASSWORD })).status).toBe(200)

  await zelda.post('/admin/invites', { email: 'guest@example.com' })
  expect((await zelda.post('/admin/keys', { name: 'billing', scopes: ['users:read'] })).status).toBe(201)
  await sql(`INSERT INTO invites (id, email, token_hash, created_at, expires_at, revoked_at) VALUES ('old', ?, 'old', 1, 2, 2)`, [
    EMAIL,
  ])
  await sql(
    `INSERT INTO invites (id, email, token_hash, created_at, expires_at, accepted_at) VALUES ('former', ?, 'former', 1, 2, 2)`,
    [FORMER],
  )
  await sql(
    `INSERT INTO email_reverts (id, hash, account_id, email, verified_at, requested_at, created_at, expires_at) VALUES ('r', 'r', ?, ?, 1, 1, 1, ?)`,
    [id, FORMER, clock.now() + DAY],
  )
  await organise(zelda, ada, here)
  expect((await zelda.post('/auth/email/change', { email: `new.${EMAIL}` })).status).toBe(200)
  await browser().post('/auth/forgot-password', { email: EMAIL })
  await sql(
    `INSERT INTO app_tickets (hash, session_id, account_id, origin, path, nonce, expires_at) VALUES ('t', 's', ?, 'o', '/', 'n', ?)`,
    [id, clock.now() + 60_000],
  )
  await outbox.idle()
  return { ...here, zelda, id }
}

/** An organisation that she made and another one owns now, and invites from and to her, of all fates. */
async function organise(zelda: Browser, ada: Browser, { sql }: Pick<World, 'sql'>): Promise<void> {
  const { body: made } = await zelda.post('/auth/orgs', { name: 'Engines' })
  const { body: invite } = await zelda.post(`/auth/orgs/${made.id}/invites`, { email: 'ada@example.com', role: 'owner' })
  expect((await ada.post(`/auth/orgs/invites/${invite.id}/accept`)).status).toBe(200)
  await zelda.post(`/auth/orgs/${made.id}/invites`, { email: 'other@example.com', role: 'member' })
  for (const fate of ['accept', 'decline', 'revoked', 'pending']) {
    const { body: org } = await ada.post('/auth/orgs', { name: `Org ${fate}` })
    const { body: got } = await ada.post(`/auth/orgs/${org.id}/invites`, { email: EMAIL, role: 'member' })
    if (fate === 'revoked') await ada.delete(`/auth/orgs/${org.id}/invites/${got.id}`)
    else if (fate !== 'pending') expect((await zelda.post(`/auth/orgs/invites/${got.id}/${fate}`)).status).toBe(200)
  }
  expect(await sql(`SELECT id FROM org_invites`)).toHaveLength(6)
}

/** Every column of every table in which one of these texts stands, whatever it is sealed with that we have the key to. */
async function sightings(
  { sql, depsFor }: Pick<World, 'sql' | 'depsFor'>,
  ...texts: readonly string[]
): Promise<readonly string[]> {
  const found = new Set<string>()
  const looked = texts.map((text) => text.toLowerCase())
  for (const { table, name } of await schemaOf({ sql }))
    for (const row of await sql(`SELECT ${name} AS kept FROM ${table}`)) {
      const stored = String(row['kept'] ?? '')
      const kept =
        table === 'outbox' && name === 'payload' && stored !== ''
          ? JSON.stringify(unsealMail(depsFor().keys.outbox, stored))
          : stored
      if (looked.some((text) => kept.toLowerCase().includes(text))) found.add(`${table}.${name}`)
    }
  return [...found].sort()
}

type Lived = Awaited<ReturnType<typeof lived>>

const WAYS = {
  'its owner': ({ zelda }: Lived) => zelda.delete('/auth/account', { password: PASSWORD }),
  'an administrator': ({ root, id }: Lived) => root.delete(`/admin/users/${id}`),
}

describe.each(Object.entries(WAYS))('of an account that was deleted by %s', (_, remove) => {
  it('nothing remains in any column of any table but its id in the log, and codes until they expire', async () => {
    const here = await lived()
    const { id, outbox, clock, purge, root } = here
    const before = await sightings(here, EMAIL, FORMER, NAME, id)
    for (const column of ['invites.email', 'invites.created_by', 'org_invites.email', 'org_invites.invited_by', ...LOGGED])
      expect(before).toContain(column)
    for (const column of ['organisations.created_by', 'api_keys.created_by', 'app_tickets.account_id', 'audit_events.metadata'])
      expect(before).toContain(column)
    expect((await remove(here)).status).toBe(200)
    await outbox.idle()
    expect(await sightings(here, EMAIL, FORMER, NAME, id)).toEqual([...LOGGED, ...CODES])
    expect(await sightings(here, EMAIL, FORMER, NAME)).toEqual([])
    clock.advance(2 * DAY)
    await purge.run()
    expect(await sightings(here, EMAIL, FORMER, NAME, id)).toEqual(LOGGED)
    expect((await root.post('/auth/refresh')).status).toBe(200)
    const { body } = await root.get(`/admin/audit-logs?targetUserId=${id}&type=admin.user.banned`)
    expect(body.events).toMatchObject([{ metadata: {} }])
  })

  it('nothing remains once the purge has passed where it had more sessions than go at once', async () => {
    const here = await lived()
    const { id, outbox, clock, purge } = here
    await enlarge(here, id, 1500)
    expect((await remove(here)).status).toBe(200)
    await outbox.idle()
    expect(await sightings(here, EMAIL, FORMER, NAME)).toEqual([])
    clock.advance(2 * DAY)
    await purge.run()
    expect(await sightings(here, EMAIL, FORMER, NAME, id)).toEqual(LOGGED)
  })

  it('others keep what was theirs', async () => {
    const here = await lived()
    const { root, ada, adaId, sql } = here
    await remove(here)
    const { body: invites } = await root.get('/admin/invites')
    expect(invites).toMatchObject({ total: 1, invites: [{ email: 'guest@example.com', createdBy: null, status: 'pending' }] })
    const { body } = await ada.get('/auth/orgs')
    expect(body.orgs[0]).toMatchObject({ name: 'Engines', createdBy: null, ownerCount: 1, memberCount: 1, role: 'owner' })
    const { body: made } = await ada.get(`/auth/orgs/${body.orgs[0].id}/invites`)
    expect(made.invites).toMatchObject([
      { email: 'other@example.com', status: 'revoked', invitedBy: null },
      { email: 'ada@example.com', status: 'accepted', invitedBy: null },
    ])
    expect((await root.get('/admin/keys')).body.keys).toMatchObject([{ name: 'billing', revokedAt: expect.any(String) }])
    expect((await sql(`SELECT org_id FROM org_members WHERE account_id = ?`, [adaId])).length).toBe(5)
  })
})

it('an account that never proved its address takes no invite along that others have sent there', async () => {
  const { root, ada, signedUp } = await inhabited()
  await root.post('/admin/invites', { email: EMAIL })
  const { body: org } = await ada.post('/auth/orgs', { name: 'Engines' })
  await ada.post(`/auth/orgs/${org.id}/invites`, { email: EMAIL, role: 'member' })
  const squatter = await signedUp(EMAIL)
  expect((await squatter.delete('/auth/account', { password: PASSWORD })).status).toBe(200)
  expect((await root.get('/admin/invites?status=pending')).body.total).toBe(1)
  expect((await ada.get(`/auth/orgs/${org.id}/invites?status=pending`)).body.total).toBe(1)
})
