import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { newId } from '../../src/platform/kernel/ids.ts'
import { isAtLeast, ORG_ROLES, type OrgRole } from '../../src/subjects/organisations/org-roles.ts'
import type { Reply } from '../support/browser.ts'
import { declaring } from '../support/declared.ts'
import { endpointList } from '../support/endpoint-list.ts'
import { organised, type Person } from '../support/organised.ts'

const routes = endpointList.filter((endpoint) => endpoint.orgRole !== undefined)

/** What each wants beside its path. A route that is not here is sent nothing. */
const bodies: Readonly<Record<string, (team: Team) => object>> = {
  'PUT /auth/orgs/{orgId}': () => ({ name: 'New name' }),
  'DELETE /auth/orgs/{orgId}': ({ slug }) => ({ slug }),
  'PATCH /auth/orgs/{orgId}/data': () => ({ data: { domain: 'example.com' } }),
  'POST /auth/orgs/{orgId}/transfer': ({ other }) => ({ userId: other.id }),
  'PATCH /auth/orgs/{orgId}/members/{userId}/role': () => ({ role: 'admin' }),
  'POST /auth/orgs/{orgId}/invites': () => ({ email: `${randomUUID()}@example.com`, role: 'member' }),
}

interface Team {
  readonly id: string
  readonly slug: string
  readonly inviteId: string
  /** A member whom others act upon. */
  readonly other: Person
}

/** One organisation for each question, with a member of each role and one more of whom there is no need. */
async function assembled() {
  const here = await organised(declaring())
  const people = { owner: await here.join('olga'), admin: await here.join('adam'), member: await here.join('mary') }
  const [outsider, other, second] = [await here.join('oscar'), await here.join('otto'), await here.join('sonia')]
  const team = async (): Promise<Team> => {
    const [id, inviteId] = [newId(here.clock.now()), newId(here.clock.now())]
    const slug = `team-${id.slice(-12)}`
    await here.sql(`INSERT INTO org_slugs (slug, org_id, held_until) VALUES (?, ?, NULL)`, [slug, id])
    await here.sql(
      `INSERT INTO organisations (id, name, slug, created_by, owner_count, member_count, created_at, updated_at) VALUES (?, 'Team', ?, NULL, 2, 5, 1, 1)`,
      [id, slug],
    )
    const roles = {
      ...Object.fromEntries(Object.entries(people).map(([role, { id }]) => [id, role])),
      [other.id]: 'member',
      [second.id]: 'owner',
    }
    for (const [account, role] of Object.entries(roles))
      await here.sql(`INSERT INTO org_members (org_id, account_id, role, joined_at) VALUES (?, ?, ?, 1)`, [id, account, role])
    for (const { id } of [people.owner, second])
      await here.sql(`UPDATE accounts SET org_owner_count = org_owner_count + 1 WHERE id = ?`, [id])
    await here.sql(
      `INSERT INTO org_invites (id, org_id, email, role, token_hash, invited_by, created_at, expires_at) VALUES (?, ?, ?, 'member', ?, ?, 1, ?)`,
      [inviteId, id, `${inviteId}@example.com`, inviteId, people.owner.id, here.clock.now() + 86_400_000],
    )
    return { id, slug, inviteId, other }
  }
  return { ...here, people, outsider, team }
}

type Assembled = Awaited<ReturnType<typeof assembled>>

function ask(route: string, orgId: string, team: Team, { browser }: Person): Promise<Reply> {
  const [method = '', path = ''] = route.split(' ')
  const url = path.replace('{orgId}', orgId).replace('{userId}', team.other.id).replace('{id}', team.inviteId)
  return browser.send(method, url, bodies[route]?.(team))
}

/** Without what differs from one request to the next. */
const bytes = ({ status, body }: Reply) => JSON.stringify([status, body])

describe('the rights in an organisation', () => {
  it('are asked of every route below one', () => {
    const below = endpointList.filter(({ route }) => route.includes('/auth/orgs/{orgId}'))
    expect(below.map(({ route }) => route)).toEqual(routes.map(({ route }) => route))
    expect(routes).toHaveLength(15)
  })

  it.each(routes.map(({ route, orgRole }) => [route, orgRole as OrgRole] as const))('%s: %s and more', async (route, atLeast) => {
    const here: Assembled = await assembled()
    const team = await here.team()
    const refused = await ask(route, team.id, team, here.outsider)
    expect([refused.status, refused.body.error]).toEqual([404, 'org_not_found'])
    const others = [randomUUID(), 'nothing', team.id.toUpperCase(), `${team.id}%00`, '..%2F']
    for (const id of others) expect(bytes(await ask(route, id, team, here.outsider)), id).toBe(bytes(refused))
    for (const id of others) expect(bytes(await ask(route, id, team, here.people.owner)), id).toBe(bytes(refused))
    for (const role of ORG_ROLES) {
      const own = await here.team()
      const reply = await ask(route, own.id, own, here.people[role])
      if (isAtLeast(role, atLeast)) expect(reply.status, `${role}: ${reply.text}`).toBeLessThan(300)
      else expect([reply.status, reply.body.error], role).toEqual([403, 'org_forbidden'])
    }
  })
})
