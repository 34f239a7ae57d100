import { describe, expect, inject, it } from 'vitest'
import { signedInAsAdmin } from '../support/administered.ts'
import { fillDeadInvites, fillMembers, fillOrganisations } from '../support/full-lists.ts'
import { holdOf, longestHold } from '../support/longest-hold.ts'
import { countersOf, organised, staffed } from '../support/organised.ts'
import { PASSWORD } from '../support/world.ts'

/** Security rule 21. */
const LIMIT_MS = 50
/** The same for what can be done only once: a garbage collection may fall into it. */
const ONCE_MS = 2 * LIMIT_MS
/** Every letter begins a word, and a search has to read to its end to know that it is not there. */
const WORST_NAME = 'a '.repeat(100).trim()
const WORST_SEARCH = encodeURIComponent(`${'a '.repeat(99)}b`)

describe('an organisation with as many members as there may be', () => {
  const MEMBERS = 10_000

  it('is searched, listed and counted with room for others', async () => {
    const here = await staffed()
    const { owner, org } = here
    await fillMembers(here, org.id, MEMBERS - 3, WORST_NAME)
    const url = `/auth/orgs/${org.id}/members`
    const asked = async (query: string, total: number) => {
      const ask = async () => expect((await owner.browser.get(`${url}?${query}`)).body.total).toBe(total)
      expect(await longestHold(LIMIT_MS, ask)).toBeLessThan(LIMIT_MS)
    }
    await asked(`search=${WORST_SEARCH}`, 0)
    await asked(`search=${encodeURIComponent('A a')}&offset=9000`, MEMBERS - 3)
    await asked('search=m9997%40', 1)
    await asked('search=mary', 1)
    await asked('offset=9990', MEMBERS)
    const { body } = await owner.browser.get(`${url}?search=a&offset=9997`)
    expect(body.members.map(({ name }: { name: string }) => name)).toEqual(['Adam'])
  })

  it('is deleted with room for others, and its owners are counted down', async () => {
    const here = await staffed()
    const { owner, org, sql } = here
    await fillMembers(here, org.id, MEMBERS - 3, WORST_NAME)
    await fillDeadInvites(here, org.id, owner.id, 30_000)
    const remove = () => owner.browser.delete(`/auth/orgs/${org.id}`, { slug: org.slug })
    expect(await holdOf(remove)).toBeLessThan(ONCE_MS)
    for (const table of ['organisations', 'org_members', 'org_invites'])
      expect(await sql(`SELECT COUNT(*) AS total FROM ${table}`)).toEqual([{ total: 0 }])
    const { counted, real } = await countersOf(here)
    expect(counted).toEqual(real)
  })
})

describe('an account with more organisations than it may have', () => {
  /** PostgreSQL holds up no event loop, and has a long way for each of them. */
  const MANY = inject('engine') === 'sqlite' ? 2000 : 510

  it.each(['member', 'owner'])(
    'is deleted with room for others, as their %s',
    async (role) => {
      const here = await organised()
      const ada = await here.join('ada')
      await fillOrganisations(here, ada.id, MANY, WORST_NAME.slice(0, 99), role)
      // Those that it does not own alone have another member, who stays.
      if (role === 'member') {
        const bob = await here.join('bob')
        await here.sql(`INSERT INTO org_members SELECT org_id, ?, 'owner', 1 FROM org_members`, [bob.id])
        await here.sql(`UPDATE organisations SET member_count = 2, owner_count = 1`)
        await here.sql(`UPDATE accounts SET org_owner_count = ${MANY} WHERE id = ?`, [bob.id])
      }
      const list = async () => expect((await ada.browser.get(`/auth/orgs?offset=${MANY - 10}`)).body.orgs).toHaveLength(10)
      expect(await longestHold(LIMIT_MS, list)).toBeLessThan(LIMIT_MS)
      const remove = () => ada.browser.delete('/auth/account', { password: PASSWORD })
      expect(await holdOf(remove)).toBeLessThan(ONCE_MS)
      expect(await here.sql(`SELECT COUNT(*) AS total FROM org_members WHERE account_id = ?`, [ada.id])).toEqual([{ total: 0 }])
      expect(await here.sql(`SELECT COUNT(*) AS total FROM organisations`)).toEqual([{ total: role === 'owner' ? 0 : MANY }])
      const { counted, real } = await countersOf(here)
      expect(counted).toEqual(real)
    },
    60_000,
  )
})

describe('a service with many organisations', () => {
  const COUNT = inject('engine') === 'sqlite' ? 100_000 : 20_000

  it('is searched by administrators with room for others, by name and for those without an owner', async () => {
    const here = await organised()
    const root = await signedInAsAdmin(here, 'root@example.com')
    const ada = await here.join('ada')
    await ada.browser.post('/auth/orgs', { name: 'Analytical Engines' })
    await fillOrganisations(here, ada.id, COUNT, 'Full Of Names', 'owner')
    const asked = async (query: string): Promise<string[]> => {
      let names: string[] = []
      const ask = async () => {
        const { body, status } = await root.get(`/admin/orgs?${query}`)
        expect(status).toBe(200)
        names = body.orgs.map(({ name }: { name: string }) => name)
      }
      expect(await longestHold(LIMIT_MS, ask)).toBeLessThan(LIMIT_MS)
      return names
    }
    expect(await asked('limit=1')).toEqual(['Analytical Engines'])
    expect(await asked('search=engin')).toEqual(['Analytical Engines'])
    expect(await asked('search=nobody')).toEqual([])
    expect(await asked('search=full&limit=1')).toEqual(['Full Of Names'])
    expect(await asked('ownerless=true')).toEqual([])
    expect(await asked('ownerless=false&limit=1')).toEqual(['Analytical Engines'])
    await here.sql(`UPDATE accounts SET banned_at = 1 WHERE id = ?`, [ada.id])
    expect(await asked('ownerless=true&limit=1')).toEqual(['Analytical Engines'])
    expect(await asked('ownerless=true&search=analytical')).toEqual(['Analytical Engines'])
    expect(await asked('ownerless=false')).toEqual([])
  })
})
