import { describe, expect, it } from 'vitest'
import { administered, idOf, signedInAsAdmin } from '../support/administered.ts'
import type { Browser, Reply } from '../support/browser.ts'
import { inUse } from '../support/in-use.ts'
import { ROUNDS, timeout } from '../support/rounds.ts'
import { PASSWORD, world } from '../support/world.ts'

/** Two administrators, each at a service of their own on one database, who know each other's id. */
async function twoAdmins() {
  const here = await administered({ ENABLE_INVITE: 'true' })
  const other = await signedInAsAdmin(here, 'other@example.com')
  const there = await world({ databaseUrl: here.database.url, env: { ENABLE_INVITE: 'true' } })
  await Promise.all([inUse(here), inUse(there)])
  const elsewhere = there.browser()
  for (const [name, value] of other.jar) elsewhere.jar.set(name, value)
  return { ...here, other: elsewhere, otherId: await idOf(elsewhere) }
}

const ban = (by: Browser, id: string): Promise<Reply> => by.send('PATCH', `/admin/users/${id}/ban`)
const demote = (by: Browser, id: string): Promise<Reply> => by.send('PATCH', `/admin/users/${id}/role`, { role: 'user' })
const promote = (by: Browser, id: string): Promise<Reply> => by.send('PATCH', `/admin/users/${id}/role`, { role: 'admin' })
const limit = (by: Browser, id: string, scopes: string | readonly string[] = 'support'): Promise<Reply> =>
  by.send('PATCH', `/admin/users/${id}/scopes`, { scopes })
const leave = (by: Browser): Promise<Reply> => by.delete('/auth/account', { password: PASSWORD })

type Act = (by: Browser, id: string) => Promise<Reply>

/** What one does, and what the other does at the same moment. */
const duels: readonly (readonly [what: string, one: Act, other: Act])[] = [
  ['ban each other', ban, ban],
  ['demote each other', demote, demote],
  ['ban and demote each other', ban, demote],
  ['limit each other', limit, limit],
  ['limit and ban each other', limit, ban],
  ['limit and demote each other', limit, demote],
]

/** Those who may do everything. */
const FULL = `SELECT id FROM accounts WHERE role = 'admin' AND banned_at IS NULL AND admin_scopes IS NULL`

describe(`two administrators, ${ROUNDS} times`, () => {
  it.each(duels)('who %s at the same moment: one remains', { timeout }, async (_what, act, reply) => {
    const { root, rootId, other, otherId, sql } = await twoAdmins()
    for (let round = 0; round < ROUNDS; round++) {
      const replies = await Promise.all([act(root.clone(), otherId), reply(other.clone(), rootId)])
      const outcomes = replies.map(({ status, body }) => (status === 200 ? 'done' : body.error))
      expect(outcomes.filter((one) => one === 'done')).toHaveLength(1)
      // The loser came too late to be signed in, or to be an administrator, or would have been the end of the last one.
      expect(['last_admin', 'session_expired', 'forbidden', 'insufficient_scope']).toContain(
        outcomes.find((one) => one !== 'done'),
      )
      expect(await sql(FULL)).toHaveLength(1)
      await sql(`UPDATE accounts SET banned_at = NULL, role = 'admin', admin_scopes = NULL WHERE id IN (?, ?)`, [rootId, otherId])
      await sql(`UPDATE sessions SET revoked_at = NULL`)
    }
  })

  it.each([
    ['banned', ban],
    ['deleted', (by: Browser, id: string) => by.delete(`/admin/users/${id}`)],
  ] as const)('of whom one is promoted and %s while the other steps down: one remains', { timeout }, async (_what, act) => {
    const { root, rootId, signedUp, sql } = await administered()
    for (let round = 0; round < ROUNDS; round++) {
      const id = await idOf(await signedUp(`r${round}@example.com`))
      const steps = [() => promote(root.clone(), id), () => demote(root.clone(), rootId), () => act(root.clone(), id)]
      const turns = [0, 1, 2].map((n) => (n + round) % 3)
      await Promise.all(turns.map((n) => steps[n]?.()))
      expect(await sql(`SELECT id FROM accounts WHERE role = 'admin' AND banned_at IS NULL`)).toHaveLength(1)
      await sql(`DELETE FROM accounts WHERE id <> ?`, [rootId])
      await sql(`UPDATE accounts SET role = 'admin'`)
    }
  })

  it('who limit themselves at the same moment: one may do everything', { timeout }, async () => {
    const { root, rootId, other, otherId, sql } = await twoAdmins()
    for (let round = 0; round < ROUNDS; round++) {
      const replies = await Promise.all([limit(root.clone(), rootId), limit(other.clone(), otherId)])
      expect(replies.map(({ status, body }) => (status === 200 ? 'done' : body.error)).sort()).toEqual(['done', 'last_admin'])
      expect(await sql(FULL)).toHaveLength(1)
      await sql(`UPDATE accounts SET admin_scopes = NULL`)
    }
  })

  it('who leave at the same moment: one remains', { timeout }, async () => {
    const here = await twoAdmins()
    let [one, other] = [here.root, here.other]
    for (let round = 0; round < ROUNDS; round++) {
      const replies = await Promise.all([leave(one), leave(other)])
      expect(replies.map(({ status }) => status).sort()).toEqual([200, 400])
      expect(replies.find(({ status }) => status === 400)?.body.error).toBe('last_admin')
      expect(await here.sql(`SELECT id FROM accounts WHERE role = 'admin'`)).toHaveLength(1)
      if (replies[0]?.status === 200) one = await signedInAsAdmin(here, `r${round}@example.com`)
      else other = await signedInAsAdmin(here, `r${round}@example.com`)
    }
  })
})

describe(`an administrator who is limited while they are busy, ${ROUNDS} times`, () => {
  it('does nothing more once that is so, and leaves no key that opens more', { timeout }, async () => {
    const { root, other, otherId, signedUp, sql } = await twoAdmins()
    for (let round = 0; round < ROUNDS; round++) {
      const ids = await Promise.all(Array.from({ length: 6 }, async (_, n) => idOf(await signedUp(`u${round}-${n}@example.com`))))
      const acts = ids.map((id, n) => () => other.clone().send('PATCH', `/admin/users/${id}/name`, { name: `Name ${n}` }))
      const keys = Array.from(
        { length: 4 },
        () => () => other.clone().post('/admin/keys', { name: 'billing', scopes: ['users:read', 'users:write'] }),
      )
      const made = [
        () => promote(other.clone(), ids[0] ?? ''),
        () => other.clone().post('/admin/invites', { email: `g${round}@example.com` }),
      ]
      const [limited, ...replies] = await Promise.all([
        limit(root.clone(), otherId, ['users:read']),
        ...[...acts, ...keys, ...made].map((act) => act()),
      ])
      expect(limited.status).toBe(200)
      for (const { status, body } of replies) expect(status < 300 ? 'done' : body.error).toMatch(/^(done|insufficient_scope)$/)
      // The row of the administrator is held by each act, so the log has them in the order in which they were done.
      const log = await sql(
        `SELECT type FROM audit_events WHERE actor_id = ? OR (type = 'admin.user.scopes_changed' AND target_user_id = ?) ORDER BY id`,
        [otherId, otherId],
      )
      const types = log.map(({ type }) => String(type))
      const after = types.slice(types.lastIndexOf('admin.user.scopes_changed') + 1)
      expect(after.filter((type) => /renamed|role_changed|key.created|invite.created/.test(type))).toEqual([])
      expect(
        await sql(`SELECT id FROM api_keys WHERE created_by = ? AND revoked_at IS NULL AND scopes <> 'users:read'`, [otherId]),
      ).toEqual([])
      await sql(`UPDATE accounts SET admin_scopes = NULL WHERE id = ?`, [otherId])
      await sql(`DELETE FROM audit_events`)
      await sql(`UPDATE accounts SET role = 'user' WHERE id = ?`, [ids[0] ?? ''])
    }
  })
})
