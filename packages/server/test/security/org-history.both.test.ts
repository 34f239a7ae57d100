import { describe, expect, inject, it } from 'vitest'
import { type Random, randomFrom } from '../history/random.ts'
import type { Browser, Reply } from '../support/browser.ts'
import { figure } from '../support/form.ts'
import { countersOf, organised, type Person } from '../support/organised.ts'
import { timeout } from '../support/rounds.ts'
import { PASSWORD, world } from '../support/world.ts'

/** `HISTORY_SEED` names the first seed. */
const RUNS = figure('HISTORY_RUNS', { short: 1, full: 20 })
const FIRST = Number(process.env['HISTORY_SEED'] ?? 1)
const BATCHES = 40
const AT_ONCE = 5
const OTHERS = ['bob', 'cyd', 'dan', 'eve', 'fay']
const ROLES = ['owner', 'admin', 'member'] as const

interface Stage {
  readonly people: [Person, ...Person[]]
  readonly orgs: string[]
  /** Of two services on one database, one or the other. */
  readonly doors: readonly [(own: Browser) => Browser, (own: Browser) => Browser]
  readonly sql: Awaited<ReturnType<typeof organised>>['sql']
}

async function stage(): Promise<Stage> {
  const here = await organised({ DISABLE_ADMIN_TWO_FACTOR: 'true', ORG_MAX_OWNED: '3' })
  const people: Stage['people'] = [await here.join('ada')]
  for (const name of OTHERS) people.push(await here.join(name))
  await here.sql(`UPDATE accounts SET role = 'admin'`)
  const env = { ORGANISATIONS: 'true', DISABLE_ADMIN_TWO_FACTOR: 'true', ORG_MAX_OWNED: '3', SMTP_URL: here.mail.url }
  const there = inject('engine') === 'sqlite' ? here : await world({ databaseUrl: here.database.url, env })
  const through =
    ({ browser }: Pick<typeof there, 'browser'>) =>
    (own: Browser) => {
      const visitor = browser()
      for (const [name, value] of own.jar) visitor.jar.set(name, value)
      return visitor
    }
  return { people, orgs: [], doors: [through(here), through(there)], sql: here.sql }
}

type Act = () => Promise<Reply | undefined>

/** One act of one person, of whatever comes to mind. */
async function act({ people, orgs, doors, sql }: Stage, random: Random): Promise<Reply | undefined> {
  const [by, whom] = [random.pick(people), random.pick(people)]
  const orgId = orgs[random.below(orgs.length)] ?? ''
  const browser = random.pick(doors)(by.browser)
  const url = `/auth/orgs/${orgId}`
  const acts: [Act, ...Act[]] = [
    async () => {
      const made = await browser.post('/auth/orgs', { name: `Org ${orgs.length}` })
      if (made.status === 201) orgs.push(made.body.id)
      return made
    },
    () => browser.send('PATCH', `${url}/members/${whom.id}/role`, { role: random.pick(ROLES) }),
    () => browser.delete(`${url}/members/${whom.id}`),
    () => browser.post(`${url}/leave`),
    () => browser.post(`${url}/transfer`, { userId: whom.id, role: random.pick(ROLES) }),
    () => browser.post(`${url}/invites`, { email: whom.email, role: random.pick(ROLES) }),
    async () => {
      const { body } = await browser.get('/auth/orgs/invites')
      return body.invites?.[0] && browser.post(`/auth/orgs/invites/${body.invites[0].id}/accept`)
    },
    () => browser.put(`/admin/orgs/${orgId}/owner`, { userId: whom.id }),
    async () => {
      const [org] = await sql(`SELECT slug FROM organisations WHERE id = ?`, [orgId])
      return random.below(3) === 0 ? browser.delete(url, { slug: org?.['slug'] }) : undefined
    },
    async () => {
      if (random.below(12) > 0) return undefined
      return browser.delete('/auth/account', { password: PASSWORD })
    },
  ]
  return random.pick(acts)()
}

describe(`organisations through ${RUNS} random histories`, () => {
  it.each(Array.from({ length: RUNS }, (_, n) => FIRST + n))(
    'are counted as they are, with an owner each: seed %d',
    { timeout },
    async (seed) => {
      const here = await stage()
      const random = randomFrom(seed)
      const statuses = new Map<number, number>()
      for (let batch = 0; batch < BATCHES; batch++) {
        const replies = await Promise.all(Array.from({ length: AT_ONCE }, () => act(here, random)))
        for (const reply of replies) {
          if (reply) statuses.set(reply.status, (statuses.get(reply.status) ?? 0) + 1)
          expect(reply?.status ?? 200, reply?.text).toBeLessThan(500)
        }
        const { counted, real } = await countersOf(here)
        expect(counted, `batch ${batch}`).toEqual(real)
        const ownerless = await here.sql(
          `SELECT id FROM organisations o WHERE NOT EXISTS (SELECT 1 FROM org_members m WHERE m.org_id = o.id AND m.role = 'owner')`,
        )
        expect(ownerless, `batch ${batch}`).toEqual([])
        expect(await here.sql(`SELECT id FROM accounts WHERE org_owner_count > 3`)).toEqual([])
      }
      // Otherwise nothing was tried.
      expect((statuses.get(200) ?? 0) + (statuses.get(201) ?? 0)).toBeGreaterThan(15)
    },
  )
})
