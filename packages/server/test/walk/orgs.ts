import { newId } from '../../src/platform/kernel/ids.ts'
import type { OrgRole } from '../../src/subjects/organisations/org-roles.ts'
import type { Browser } from '../support/browser.ts'
import type { Member } from '../support/mailed-codes.ts'
import type { World } from '../support/world.ts'
import type { Run, Seen, Walk } from './cases.ts'
import { become, bySomeone, newAddress, someone, switchedOff } from './preparing.ts'

export const UNKNOWN = newId(1)
export const VERIFIED = 'verified_at = 1'

/** An owner, and an organisation of theirs whose name no other case uses. */
export async function owned(here: World) {
  const owner = await someone(here, VERIFIED)
  const { browser } = owner
  const { body: org } = await browser.post('/auth/orgs', { name: newAddress() })
  const url = `/auth/orgs/${org.id}`
  const invite = async (email: string, role: OrgRole): Promise<string> =>
    (await browser.post(`${url}/invites`, { email, role })).body.id
  return { here, owner, browser, slug: org.slug as string, url, invite }
}

export type Owned = Awaited<ReturnType<typeof owned>>

/** An owner asks. */
export const byOwner =
  (ask: (made: Owned) => Promise<Seen>): Run =>
  async (here) =>
    ask(await owned(here))

/** Someone who has accepted an invite. */
export async function joined({ here, invite }: Owned, role: OrgRole = 'member'): Promise<Member> {
  const who = await someone(here, VERIFIED)
  await who.browser.post(`/auth/orgs/invites/${await invite(who.email, role)}/accept`)
  return who
}

/** A member who owns another organisation: one is the most. */
async function joinedOwner(made: Owned): Promise<Member> {
  const who = await joined(made)
  await who.browser.post('/auth/orgs', { name: newAddress() })
  return who
}

/** What an organisation has, page by page. */
export const listed = (path: string) => ({
  well: byOwner(({ browser, url }) => browser.get(url + path)),
  invalid_input: byOwner(({ browser, url }) => browser.get(`${url}${path}?limit=many`)),
})

/** Gives an organisation its name and its short name. */
const naming = (send: (here: World, body: object) => Promise<Seen>) => ({
  well: (here: World) => send(here, { name: newAddress() }),
  invalid_name: (here: World) => send(here, { name: '' }),
  invalid_slug: (here: World) => send(here, { name: 'Acme', slug: '-' }),
  org_slug_reserved: (here: World) => send(here, { name: 'Acme', slug: 'admin' }),
  org_slug_exists: async (here: World) => send(here, { name: 'Acme', slug: (await owned(here)).slug }),
})

/** What is done at the URL of a member, after which an owner is none. */
const atMember = (ask: (by: Browser, url: string) => Promise<Seen>) => ({
  well: byOwner(async (made) => ask(made.browser, `${made.url}/members/${(await joined(made)).id}`)),
  org_forbidden: byOwner(async (made) => ask((await joined(made, 'admin')).browser, `${made.url}/members/${made.owner.id}`)),
  cannot_remove_last_owner: byOwner(({ browser, url, owner }) => ask(browser, `${url}/members/${owner.id}`)),
  org_member_not_found: byOwner(({ browser, url }) => ask(browser, `${url}/members/${UNKNOWN}`)),
})

/** An owner gives a member another role. */
const giving = (role: string, whom: (made: Owned) => Promise<Member>) =>
  byOwner(async (made) => made.browser.send('PATCH', `${made.url}/members/${(await whom(made)).id}/role`, { role }))

const transferring = (about: (made: Owned) => object | Promise<object>) =>
  byOwner(async (made) => made.browser.post(`${made.url}/transfer`, await about(made)))

const deleting = (slugOf: (made: Owned) => string) => byOwner((made) => made.browser.delete(made.url, { slug: slugOf(made) }))

export const orgs = {
  createOrganisation: {
    ...naming(async (here, body) => (await someone(here)).browser.post('/auth/orgs', body)),
    org_limit_reached: byOwner(({ browser }) => browser.post('/auth/orgs', { name: 'Acme' })),
    forbidden: switchedOff(bySomeone('POST /auth/orgs', { name: 'Acme' })),
  },
  listOrganisations: {
    well: bySomeone('GET /auth/orgs'),
    invalid_input: bySomeone('GET /auth/orgs?limit=many'),
  },
  getActiveOrganisation: { well: byOwner(({ browser }) => browser.get('/auth/orgs/active')) },
  setActiveOrganisation: {
    well: byOwner(({ browser, url }) => browser.put('/auth/orgs/active', { orgId: url.slice('/auth/orgs/'.length) })),
    org_not_found: bySomeone('PUT /auth/orgs/active', { orgId: UNKNOWN }),
  },
  clearActiveOrganisation: { well: bySomeone('DELETE /auth/orgs/active') },
  getOrganisation: { well: byOwner(({ browser, url }) => browser.get(url)) },
  updateOrganisation: naming(async (here, body) => byOwner(({ browser, url }) => browser.put(url, body))(here)),
  deleteOrganisation: { well: deleting(({ slug }) => slug), invalid_input: deleting(() => 'other') },
  transferOwnership: {
    well: transferring(async (made) => ({ userId: (await joined(made)).id })),
    org_member_not_found: transferring(() => ({ userId: UNKNOWN })),
    invalid_input: transferring(({ owner }) => ({ userId: owner.id })),
    invalid_role: transferring(() => ({ userId: UNKNOWN, role: 'king' })),
    org_limit_reached: transferring(async (made) => ({ userId: (await joinedOwner(made)).id })),
  },
  listMembers: listed('/members'),
  setMemberRole: {
    ...atMember((by, url) => by.send('PATCH', `${url}/role`, { role: 'admin' })),
    invalid_role: giving('king', joined),
    org_limit_reached: giving('owner', joinedOwner),
    invalid_input: giving('owner', async (made) => become(made.here, await joined(made), 'verified_at = NULL')),
  },
  removeMember: atMember((by, url) => by.delete(url)),
  leaveOrganisation: {
    well: byOwner(async (made) => (await joined(made)).browser.post(`${made.url}/leave`)),
    cannot_remove_last_owner: byOwner(({ browser, url }) => browser.post(`${url}/leave`)),
  },
  orgAuditLogs: listed('/audit-logs'),
} satisfies Partial<Walk>
