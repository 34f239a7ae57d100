import type { OrgRole } from '../../src/subjects/organisations/org-roles.ts'
import type { Browser } from './browser.ts'
import { PASSWORD, type World, world } from './world.ts'

export interface Person {
  readonly email: string
  readonly id: string
  /** Signed in a moment ago. */
  readonly browser: Browser
}

const person = async ({ browser }: Pick<World, 'browser'>, name: string): Promise<Person> => {
  const email = `${name}@example.com`
  const own = browser()
  const { body } = await own.post('/auth/register', {
    email,
    password: PASSWORD,
    name: `${name[0]?.toUpperCase()}${name.slice(1)}`,
  })
  return { email, id: body.user.id, browser: own }
}

/** A service with organisations, and what people do there. */
export async function organised(env: Record<string, string> = {}) {
  const here = await world({ withMail: true, env: { ORGANISATIONS: 'true', ...env } })
  const { sql } = here
  const join = async (name: string): Promise<Person> => {
    const joined = await person(here, name)
    await sql(`UPDATE accounts SET verified_at = 1, mailbox_proved_at = 1 WHERE id = ?`, [joined.id])
    return joined
  }
  /** Makes an account a member by the front door: invited by the owner, and accepted. */
  const invite = async (by: Browser, orgId: string, who: Person, role: OrgRole): Promise<void> => {
    const { body } = await by.post(`/auth/orgs/${orgId}/invites`, { email: who.email, role })
    const reply = await who.browser.post(`/auth/orgs/invites/${body.id}/accept`)
    if (reply.status !== 200) throw new Error(`not accepted: ${JSON.stringify([body, reply.body])}`)
  }
  return { ...here, join, invite }
}

/** An organisation with one member of each role, and an outsider. */
export async function staffed(env: Record<string, string> = {}) {
  const here = await organised(env)
  const owner = await here.join('olga')
  const { body: org } = await owner.browser.post('/auth/orgs', { name: 'Acme', slug: 'acme' })
  const [admin, member, outsider] = [await here.join('adam'), await here.join('mary'), await here.join('oscar')]
  await here.invite(owner.browser, org.id, admin, 'admin')
  await here.invite(owner.browser, org.id, member, 'member')
  return { ...here, org: org as { readonly id: string; readonly slug: string }, owner, admin, member, outsider }
}

/** What is counted of organisations, and what there is. */
export async function countersOf({ sql }: Pick<World, 'sql'>) {
  const counted = await sql(`SELECT id, member_count, owner_count FROM organisations ORDER BY id`)
  const real = await sql(
    `SELECT o.id, (SELECT COUNT(*) FROM org_members m WHERE m.org_id = o.id) AS member_count,
       (SELECT COUNT(*) FROM org_members m WHERE m.org_id = o.id AND m.role = 'owner') AS owner_count FROM organisations o ORDER BY o.id`,
  )
  const owned = await sql(`SELECT id, org_owner_count FROM accounts ORDER BY id`)
  const really = await sql(
    `SELECT a.id, (SELECT COUNT(*) FROM org_members m WHERE m.account_id = a.id AND m.role = 'owner') AS org_owner_count
     FROM accounts a ORDER BY a.id`,
  )
  return { counted: [counted, owned], real: [real, really] }
}
