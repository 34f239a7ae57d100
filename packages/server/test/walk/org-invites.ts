import type { OrgRole } from '../../src/subjects/organisations/org-roles.ts'
import { BREACHED } from '../support/breached-file.ts'
import { form } from '../support/inviting.ts'
import type { Member } from '../support/mailed-codes.ts'
import { type World, world } from '../support/world.ts'
import type { Run, Seen, Walk } from './cases.ts'
import { byOwner, joined, listed, type Owned, owned, UNKNOWN, VERIFIED } from './orgs.ts'
import {
  alone,
  BLOCKED_DOMAIN,
  become,
  bySomeone,
  byStranger,
  newAddress,
  REFUSED_DOMAIN,
  someone,
  whileCrowded,
  whileMailFails,
} from './preparing.ts'
import { refusedData } from './refused-data.ts'

/** An invite in the mailbox of a guest. */
async function inviting(made: Owned, guest: Member, role: OrgRole = 'member') {
  const id = await made.invite(guest.email, role)
  const { code } = await made.here.mail.newest(guest.email)
  return { ...made, guest, id, code }
}

type Invited = Awaited<ReturnType<typeof inviting>>
type Act = (invited: Invited) => Promise<Seen>

/** Does something with an invite after something has happened. */
const after =
  (act: Act, happen: (invited: Invited) => unknown = () => undefined, role?: OrgRole): Run =>
  async (here) => {
    const made = await inviting(await owned(here), await someone(here, VERIFIED), role)
    await happen(made)
    return act(made)
  }

const accept: Act = ({ guest, id }) => guest.browser.post(`/auth/orgs/invites/${id}/accept`)
const revoke: Act = ({ browser, url, id }) => browser.delete(`${url}/invites/${id}`)
const resend: Act = ({ browser, url, id }) => browser.post(`${url}/invites/${id}/resend`)
const expire = ({ here: { clock, config } }: Invited) => clock.advance(config.organisations.inviteTtl)

/** With an invite that is unknown, or no longer open. */
const ended = (act: Act) => ({
  org_invite_not_found: after((made) => act({ ...made, id: UNKNOWN, code: 'unknown' })),
  org_invite_used: after(act, accept),
  org_invite_revoked: after(act, revoke),
})

/** By an owner, with an open invite. */
const changing = (act: Act) => ({
  ...ended(act),
  well: after(act),
  org_forbidden: byOwner(async (made) => {
    const { browser } = await joined(made, 'admin')
    return act({ ...(await inviting(made, await someone(made.here), 'owner')), browser })
  }),
})

/** By its holder, while it is open. */
const redeeming = (act: Act) => ({ ...ended(act), well: after(act), org_invite_expired: after(act, expire) })

/** Where there is no room for another member: two are the most. */
const intoFull = (act: Act, guestOf: (here: World) => Member | Promise<Member>) =>
  byOwner(async (made) => {
    await joined(made)
    return act(await inviting(made, await guestOf(made.here)))
  })

/** By a guest who has an account. */
const joining = (act: Act) => ({
  ...redeeming(act),
  org_member_exists: byOwner(async (made) => {
    const [who, email] = [await joined(made), newAddress()]
    const invited = await inviting(made, { ...who, email })
    await become(made.here, who, `email = '${email}'`)
    return act(invited)
  }),
  org_member_limit_reached: intoFull(act, (here) => someone(here, VERIFIED)),
  org_limit_reached: after(act, ({ guest }) => guest.browser.post('/auth/orgs', { name: newAddress() }), 'owner'),
})

/** Without a code, which is for verified addresses alone. */
const unverified = (end: string) => ({ email_not_verified: bySomeone(`POST /auth/orgs/invites/${UNKNOWN}/${end}`) })

const inviteTo = (email: string, role: string) => byOwner(({ browser, url }) => browser.post(`${url}/invites`, { email, role }))

/** Invites a second address. */
const invitingAlso = (emailOf: (first: Invited) => string) =>
  after((first) => first.browser.post(`${first.url}/invites`, { email: emailOf(first), role: 'member' }))

const REGISTER = '/auth/orgs/invites/register'
const register = ({ here, code }: Pick<Invited, 'here' | 'code'>, change: object = {}) =>
  here.browser().post(REGISTER, { code, ...form, ...change })

/** A guest without an account. */
const stranger = ({ browser }: World): Member => ({ email: newAddress(), id: UNKNOWN, browser: browser() })
const invitedStranger = async (here: World) => inviting(await owned(here), stranger(here))
const registering =
  (change: object = {}): Run =>
  async (here) =>
    register(await invitedStranger(here), change)

export const orgInvites = {
  createOrgInvite: {
    well: inviteTo(newAddress(), 'member'),
    invalid_email: inviteTo('ada', 'member'),
    invalid_role: inviteTo(newAddress(), 'king'),
    org_invite_limit: invitingAlso(() => newAddress()),
    org_member_exists: invitingAlso(({ owner }) => owner.email),
    org_invite_exists: invitingAlso(({ guest }) => guest.email),
    email_failed: byOwner(({ here, browser, url }) =>
      whileMailFails(here, () => browser.post(`${url}/invites`, { email: newAddress(), role: 'member' })),
    ),
  },
  listOrgInvites: listed('/invites'),
  resendOrgInvite: {
    ...changing(resend),
    org_invite_limit: after(resend, async (made) => {
      await expire(made)
      await made.invite(newAddress(), 'member')
    }),
    email_failed: after((made) => whileMailFails(made.here, () => resend(made))),
  },
  revokeOrganisationInvite: changing(revoke),
  orgInviteInfo: redeeming(({ here, code }) => here.browser().post('/auth/orgs/invites/info', { code })),
  acceptOrgInvite: {
    ...joining(({ guest, code }) => guest.browser.post('/auth/orgs/invites/accept', { code })),
    org_invite_email_mismatch: after(({ browser, code }) => browser.post('/auth/orgs/invites/accept', { code })),
  },
  registerWithOrgInvite: {
    ...redeeming(register),
    well: registering(),
    forbidden: alone(byStranger(`POST ${REGISTER}`, { code: 'unknown', ...form }), { ALLOW_PUBLIC: 'false' }),
    email_not_allowed: async (here) =>
      register(await inviting(await owned(here), { ...stranger(here), email: newAddress(BLOCKED_DOMAIN) })),
    registration_refused: async (here) =>
      register(await inviting(await owned(here), { ...stranger(here), email: newAddress(REFUSED_DOMAIN) })),
    name_required: registering({ name: '' }),
    ...refusedData((sent) => registering({ data: sent })),
    password_mismatch: registering({ confirmPassword: 'other' }),
    weak_password: registering({ password: 'weak', confirmPassword: 'weak' }),
    password_compromised: registering({ password: BREACHED, confirmPassword: BREACHED }),
    email_already_exists: after(register),
    org_member_limit_reached: intoFull(register, stranger),
    email_failed: async (here) => {
      const { code } = await invitedStranger(here)
      const env = { ORGANISATIONS: 'true', REQUIRE_EMAIL_2FA: 'true' }
      const strict = await world({ withMail: true, databaseUrl: here.database.url, env })
      return whileMailFails(strict, () => register({ here: strict, code }))
    },
    overloaded: whileCrowded(async (here) => {
      const invited = await invitedStranger(here)
      return () => register(invited)
    }),
  },
  listOwnOrgInvites: {
    well: bySomeone('GET /auth/orgs/invites'),
    invalid_input: bySomeone('GET /auth/orgs/invites?limit=many'),
  },
  acceptOwnOrgInvite: { ...joining(accept), ...unverified('accept') },
  declineOrgInvite: {
    ...redeeming(({ guest, id }) => guest.browser.post(`/auth/orgs/invites/${id}/decline`)),
    ...unverified('decline'),
  },
} satisfies Partial<Walk>
