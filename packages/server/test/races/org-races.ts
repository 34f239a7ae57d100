import { expect } from 'vitest'
import type { Browser, Reply } from '../support/browser.ts'
import { countersOf } from '../support/organised.ts'
import { PASSWORD, type RunningService } from '../support/world.ts'
import type { Race } from './race.ts'

export const ORG_SETTINGS = { ORGANISATIONS: 'true', DISABLE_ADMIN_TWO_FACTOR: 'true' }

interface Owner {
  readonly browser: Browser
  readonly id: string
}

type Act = (orgId: string, own: Owner, other: Owner, memberId: string) => Promise<Reply>

const role = (orgId: string, by: Owner, id: string) =>
  by.browser.send('PATCH', `/auth/orgs/${orgId}/members/${id}/role`, { role: 'member' })

/** What an owner does after which there is one owner less. */
const acts: Readonly<Record<string, Act>> = {
  leaves: (orgId, { browser }) => browser.post(`/auth/orgs/${orgId}/leave`),
  'steps down': (orgId, own) => role(orgId, own, own.id),
  'demotes the other': (orgId, own, other) => role(orgId, own, other.id),
  'removes the other': (orgId, { browser }, { id }) => browser.delete(`/auth/orgs/${orgId}/members/${id}`),
  'hands over': (orgId, { browser }, _other, userId) => browser.post(`/auth/orgs/${orgId}/transfer`, { userId, role: 'member' }),
  'deletes the own account': (_orgId, { browser }) => browser.delete('/auth/account', { password: PASSWORD }),
  "deletes the other's account": (_orgId, { browser }, { id }) => browser.delete(`/admin/users/${id}`),
}

const REFUSALS = [
  'cannot_remove_last_owner',
  'org_not_found',
  'org_forbidden',
  'org_member_not_found',
  'session_expired',
  'user_not_found',
  'wrong_password',
  'forbidden',
]

/** Two owners, who are administrators of the service as well, and a member. */
async function twoOwners({ signedUp, sql }: RunningService, email: string) {
  const [name = ''] = email.split('@')
  const person = async (who: string): Promise<Owner> => {
    const browser = await signedUp(`${who}-${name}@example.com`)
    return { browser, id: (await browser.get('/auth/me')).body.id }
  }
  const [one, other, member] = [await person('one'), await person('other'), await person('member')]
  for (const { id } of [one, other, member])
    await sql(`UPDATE accounts SET verified_at = 1, mailbox_proved_at = 1, role = 'admin' WHERE id = ?`, [id])
  const { body: org } = await one.browser.post('/auth/orgs', { name })
  for (const [{ id }, as] of [
    [other, 'owner'],
    [member, 'member'],
  ] as const) {
    await sql(`INSERT INTO org_members (org_id, account_id, role, joined_at) VALUES (?, ?, ?, 1)`, [org.id, id, as])
    if (as === 'owner') await sql(`UPDATE accounts SET org_owner_count = 1 WHERE id = ?`, [id])
  }
  await sql(`UPDATE organisations SET member_count = 3, owner_count = 2 WHERE id = ?`, [org.id])
  return { org, one, other, member }
}

const names = Object.keys(acts)
const pairs = names.flatMap((one, n) => names.slice(n).map((other) => [one, other] as const))

export const orgRaces: readonly Race[] = pairs.map(([first, second]) => ({
  what: `of two owners one ${first} and one ${second}: an owner who can sign in remains`,
  async run(place, email) {
    const { org, one, other, member } = await twoOwners(place, email)
    const replies = await Promise.all([
      acts[first]?.(org.id, { ...one, browser: one.browser.clone() }, other, member.id),
      acts[second]?.(org.id, { ...other, browser: other.browser.clone() }, one, member.id),
    ])
    for (const reply of replies) if (reply?.status !== 200) expect(REFUSALS, reply?.text).toContain(reply?.body.error)
    const owners = await place.sql(
      `SELECT m.account_id FROM org_members m JOIN accounts a ON a.id = m.account_id
       WHERE m.org_id = ? AND m.role = 'owner' AND a.banned_at IS NULL`,
      [org.id],
    )
    expect(owners.length, JSON.stringify(replies.map((reply) => reply?.text))).toBeGreaterThan(0)
    const { counted, real } = await countersOf(place)
    expect(counted).toEqual(real)
  },
}))
