import type { Account } from '../../../gate/accounts/tables/accounts.ts'
import type { Deps } from '../../../gate/deps.ts'
import { pages } from '../../../gate/lists/all-pages.ts'
import { timestamp } from '../../../platform/kernel/clock.ts'
import { orgInvitesIn } from '../tables/org-invites.ts'
import { organisationsIn } from '../tables/organisations.ts'

/** Invites belong to an address: an account that has not verified its address may have another person's. */
export async function exportedOrganisations({ store, clock }: Deps, account: Account) {
  const now = clock.now()
  const joined = await pages(async (limit, offset) => (await organisationsIn(store).listOf(account.id, limit, offset)).found)
  const invites =
    account.verifiedAt === undefined
      ? { rows: [], isCut: false }
      : await pages(async (limit, offset) => (await orgInvitesIn(store).listFor(account.email, now, { limit, offset })).found)
  const rows = [
    ...joined.rows.map(({ org: { id, name, slug }, role, joinedAt }) => ({
      ...{ id, name, slug, role, joinedAt: timestamp(joinedAt), invitedAt: null, inviteExpiresAt: null },
    })),
    ...invites.rows.map(({ organisation, role, createdAt, expiresAt }) => ({
      ...{ id: null, name: organisation, slug: null, role, joinedAt: null },
      ...{ invitedAt: timestamp(createdAt), inviteExpiresAt: timestamp(expiresAt) },
    })),
  ]
  return { part: { organisations: rows }, isCut: joined.isCut || invites.isCut }
}
