import { openAccount, SIGNED_UP } from '../gate/accounts/open-account.ts'
import type { Account } from '../gate/accounts/tables/accounts.ts'
import type { Transaction } from '../gate/transaction.ts'
import { newId } from '../platform/kernel/ids.ts'
import { changeRole } from '../subjects/organisations/steps/change-membership.ts'
import { claimSlug } from '../subjects/organisations/steps/claim-slug.ts'
import { joinOrganisation } from '../subjects/organisations/steps/join-organisation.ts'
import { activeOrganisationsIn } from '../subjects/organisations/tables/active-organisations.ts'
import { orgMembersIn } from '../subjects/organisations/tables/org-members.ts'
import { type Organisation, organisationsIn } from '../subjects/organisations/tables/organisations.ts'
import type { WantedOrg } from './test-options.ts'

/** The organisation of a slug: joined where it is there already, else made, with an owner beside a member who is none. */
export async function enterTestOrg(tx: Transaction, account: Account, { slug, name, role }: WantedOrg) {
  if (!tx.deps.config.organisations.enabled)
    throw new Error('There are no organisations here: start with { organisations: { enabled: true } }.')
  const known = slug === undefined ? undefined : await organisationsIn(tx).findBySlug(slug)
  const org =
    known ??
    (await makeOrg(
      tx,
      { slug, name: name ?? slug ?? 'Organisation' },
      role === undefined || role === 'owner' ? account : undefined,
    ))
  const member = await orgMembersIn(tx).find(org.id, account.id)
  if (!member) await joinOrganisation(tx, org, account, role ?? 'member')
  else if (role !== undefined && member.role !== role) {
    if (member.role === 'owner' && !(await orgMembersIn(tx).hasOtherOwner(org.id, account.id)))
      throw new Error(`${account.email} is the only owner of ${org.slug}, and stays one.`)
    await changeRole(tx, { org, member, actorId: undefined }, role)
  }
  const { id } = org
  const held = role ?? member?.role ?? 'member'
  return {
    view: { id, name: org.name, slug: org.slug, role: held },
    activate: (sessionId: string): Promise<void> => activeOrganisationsIn(tx).set(sessionId, id),
  }
}

type Named = { readonly slug: string | undefined; readonly name: string }

async function makeOrg(tx: Transaction, { slug, name }: Named, founder: Account | undefined): Promise<Organisation> {
  const now = tx.deps.clock.now()
  const id = newId(now)
  const claimed = await claimSlug(tx, slug, name, id, now)
  const owner = founder ?? (await someOwner(tx, claimed))
  await organisationsIn(tx).add({ id, name, slug: claimed, createdBy: owner.id, createdAt: now })
  await orgMembersIn(tx).add({ orgId: id, accountId: owner.id, role: 'owner', joinedAt: now })
  await tx.record('org.created', { actorId: owner.id, targetUserId: owner.id, orgId: id })
  const org = await organisationsIn(tx).find(id)
  if (!org) throw new Error('an organisation was written and is not there')
  return org
}

/** No organisation is without an owner who can sign in. */
async function someOwner(tx: Transaction, slug: string): Promise<Account> {
  const owner = { email: `owner-of-${slug}@example.com`, name: `Owner of ${slug}`, passwordHash: undefined } as const
  const opened = await openAccount(tx, tx, { ...owner, mailbox: 'proved' }, SIGNED_UP)
  if (!opened) throw new Error(`owner-of-${slug}@example.com is taken: sign an owner in first.`)
  return opened.account
}
