import { expect } from 'vitest'
import type { Browser } from '../support/browser.ts'
import { type Member, member } from '../support/mailed-codes.ts'
import type { RunningService } from '../support/world.ts'
import type { Race } from './race.ts'

type Act = (by: Browser, id: string) => ReturnType<Browser['send']>

const ban: Act = (by, id) => by.send('PATCH', `/admin/users/${id}/ban`)
const demote: Act = (by, id) => by.send('PATCH', `/admin/users/${id}/role`, { role: 'user' })

/** A bout is short, and so is the moment in which both could miss each other. */
const BOUTS = 10

/** Both are administrators and signed in again, and nobody else is one. */
async function restore({ sql }: RunningService, one: Member, other: Member): Promise<void> {
  const ids = [one.id, other.id]
  await sql(`UPDATE accounts SET role = CASE WHEN id IN (?, ?) THEN 'admin' ELSE 'user' END, banned_at = NULL`, ids)
  await sql(`UPDATE sessions SET revoked_at = NULL WHERE account_id IN (?, ?)`, ids)
}

const duel = (what: string, act: Act, answer: Act): Race => ({
  what: `two administrators who ${what}: one remains`,
  async run(place, email) {
    const [one, other] = [await member(place, email), await member(place, `other-${email}`)]
    for (let bout = 0; bout < BOUTS; bout++) {
      await restore(place, one, other)
      const replies = await Promise.all([act(one.browser.clone(), other.id), answer(other.browser.clone(), one.id)])
      expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
      expect(await place.sql(`SELECT id FROM accounts WHERE role = 'admin' AND banned_at IS NULL`)).toHaveLength(1)
    }
  },
})

/** Where administrators need no second factor. Whoever else was an administrator at the place is none afterwards. */
export const adminRaces: readonly Race[] = [
  duel('demote each other', demote, demote),
  duel('ban and demote each other', ban, demote),
]
