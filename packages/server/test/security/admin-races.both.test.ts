import { describe, expect, it } from 'vitest'
import { administered, idOf, signedInAsAdmin } from '../support/administered.ts'
import type { Browser, Reply } from '../support/browser.ts'
import { inUse } from '../support/in-use.ts'
import { ROUNDS, timeout } from '../support/rounds.ts'
import { PASSWORD, world } from '../support/world.ts'

/** Two administrators, each at a service of their own on one database, who know each other's id. */
async function twoAdmins() {
  const here = await administered()
  const other = await signedInAsAdmin(here, 'other@example.com')
  const there = await world({ databaseUrl: here.database.url })
  await Promise.all([inUse(here), inUse(there)])
  const elsewhere = there.browser()
  for (const [name, value] of other.jar) elsewhere.jar.set(name, value)
  return { ...here, other: elsewhere, otherId: await idOf(elsewhere) }
}

const ban = (by: Browser, id: string): Promise<Reply> => by.send('PATCH', `/admin/users/${id}/ban`)
const demote = (by: Browser, id: string): Promise<Reply> => by.send('PATCH', `/admin/users/${id}/role`, { role: 'user' })
const promote = (by: Browser, id: string): Promise<Reply> => by.send('PATCH', `/admin/users/${id}/role`, { role: 'admin' })
const leave = (by: Browser): Promise<Reply> => by.delete('/auth/account', { password: PASSWORD })

type Act = (by: Browser, id: string) => Promise<Reply>

/** What one does, and what the other does at the same moment. */
const duels: readonly (readonly [what: string, one: Act, other: Act])[] = [
  ['ban each other', ban, ban],
  ['demote each other', demote, demote],
  ['ban and demote each other', ban, demote],
]

describe(`two administrators, ${ROUNDS} times`, () => {
  it.each(duels)('who %s at the same moment: one remains', { timeout }, async (_what, act, reply) => {
    const { root, rootId, other, otherId, sql } = await twoAdmins()
    for (let round = 0; round < ROUNDS; round++) {
      const replies = await Promise.all([act(root.clone(), otherId), reply(other.clone(), rootId)])
      const outcomes = replies.map(({ status, body }) => (status === 200 ? 'done' : body.error))
      expect(outcomes.filter((one) => one === 'done')).toHaveLength(1)
      // The loser came too late to be signed in, or to be an administrator, or would have been the end of the last one.
      expect(['last_admin', 'session_expired', 'forbidden']).toContain(outcomes.find((one) => one !== 'done'))
      expect(await sql(`SELECT id FROM accounts WHERE role = 'admin' AND banned_at IS NULL`)).toHaveLength(1)
      await sql(`UPDATE accounts SET banned_at = NULL, role = 'admin' WHERE id IN (?, ?)`, [rootId, otherId])
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
