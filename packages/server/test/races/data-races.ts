import { expect } from 'vitest'
import type { Browser } from '../support/browser.ts'
import type { RunningService } from '../support/world.ts'
import { type Race, statusesOf, winnerOf } from './race.ts'

const NAMES = ['a', 'b', 'c', 'd', 'e', 'f'] as const
const text = { type: 'text', access: 'owner' }

const FIELDS = JSON.stringify(Object.fromEntries(NAMES.map((name) => [name, text])))

export const DATA_SETTINGS = {
  DISABLE_ADMIN_TWO_FACTOR: 'true',
  ORGANISATIONS: 'true',
  DATA_FIELDS: FIELDS,
  DATA_ORG_FIELDS: FIELDS,
}

async function ownerAndRoot({ signedUp, sql }: RunningService, email: string) {
  const owner: Browser = await signedUp(email)
  const root: Browser = await signedUp(`root-${email}`)
  await sql(`UPDATE accounts SET verified_at = 1, mailbox_proved_at = 1 WHERE email IN (?, ?)`, [email, `root-${email}`])
  await sql(`UPDATE accounts SET role = 'admin' WHERE email = ?`, [`root-${email}`])
  return { owner, root }
}

const writingTo = ({ owner, root }: Record<'owner' | 'root', Browser>, own: string, whole: string) => ({
  read: async () => (await root.get(whole)).body as { readonly data: Record<string, string | null>; readonly updatedAt: string },
  write: (by: 'owner' | 'root', data: object, more: object = {}) =>
    by === 'owner' ? owner.send('PATCH', own, { data }) : root.send('PATCH', whole, { data, ...more }),
})

/** An owner, and an administrator who writes to the same account. */
async function twoWriters(place: RunningService, email: string) {
  const both = await ownerAndRoot(place, email)
  const { id } = (await both.owner.get('/auth/me')).body
  return { id, ...writingTo(both, '/auth/data', `/admin/users/${id}/data`) }
}

/** The same of an organisation. */
async function twoWritersOfOrg(place: RunningService, email: string) {
  const both = await ownerAndRoot(place, email)
  const { id } = (await both.owner.post('/auth/orgs', { name: 'Acme' })).body
  return writingTo(both, `/auth/orgs/${id}/data`, `/admin/orgs/${id}/data`)
}

const byTurns = (n: number) => (n % 2 === 0 ? 'owner' : 'root')

export const dataRaces: readonly Race[] = [
  {
    what: 'writers of different fields all win',
    async run(place, email) {
      const { write, read, id } = await twoWriters(place, email)
      const replies = await Promise.all(NAMES.map((name, n) => write(byTurns(n), { [name]: email })))
      expect(statusesOf(replies)).toEqual(NAMES.map(() => 200))
      expect((await read()).data).toEqual(Object.fromEntries(NAMES.map((name) => [name, email])))
      expect(await place.sql(`SELECT field FROM account_data WHERE account_id = ? ORDER BY field`, [id])).toEqual(
        NAMES.map((field) => ({ field })),
      )
    },
  },
  {
    what: 'writers of the same fields leave the values of one of them, and are found by those',
    async run(place, email) {
      const { write, read, id } = await twoWriters(place, email)
      const written = await Promise.all(NAMES.map((name, n) => write(byTurns(n), { a: name, b: name })))
      expect(statusesOf(written)).toEqual(NAMES.map(() => 200))
      const { a, b } = (await read()).data
      expect([NAMES.includes(a as 'a'), b]).toEqual([true, a])
      expect(await place.sql(`SELECT field, value FROM account_data WHERE account_id = ? ORDER BY field`, [id])).toEqual([
        { field: 'a', value: JSON.stringify(a) },
        { field: 'b', value: JSON.stringify(a) },
      ])
    },
  },
  {
    what: 'of those who have read the same, one writes and the others are refused',
    async run(place, email) {
      const { write, read } = await twoWriters(place, email)
      const { updatedAt: ifUpdatedAt } = await read()
      const replies = await Promise.all(NAMES.map((name) => write('root', { a: name, [name]: name }, { ifUpdatedAt })))
      const winner = NAMES[winnerOf(replies)] ?? 'a'
      expect(replies.filter(({ body }) => body.error === 'data_changed')).toHaveLength(NAMES.length - 1)
      const nothing = Object.fromEntries(NAMES.map((name) => [name, null]))
      expect((await read()).data).toEqual({ ...nothing, a: winner, [winner]: winner })
    },
  },
  {
    what: 'writers of different fields of an organisation all win',
    async run(place, email) {
      const { write, read } = await twoWritersOfOrg(place, email)
      const replies = await Promise.all(NAMES.map((name, n) => write(byTurns(n), { [name]: email })))
      expect(statusesOf(replies)).toEqual(NAMES.map(() => 200))
      expect((await read()).data).toEqual(Object.fromEntries(NAMES.map((name) => [name, email])))
    },
  },
  {
    what: 'of those who have read the same of an organisation, one writes and the others are refused',
    async run(place, email) {
      const { write, read } = await twoWritersOfOrg(place, email)
      const { updatedAt: ifUpdatedAt } = await read()
      const replies = await Promise.all(NAMES.map((name) => write('root', { a: name, [name]: name }, { ifUpdatedAt })))
      const winner = NAMES[winnerOf(replies)] ?? 'a'
      expect(replies.filter(({ body }) => body.error === 'data_changed')).toHaveLength(NAMES.length - 1)
      expect((await read()).data).toMatchObject({ a: winner, [winner]: winner })
    },
  },
]
