import { one, postgres, sqlite } from './defect.mjs'

export const organisationDefects = [
  one(
    'an invite is found by its id alone',
    'store/tables/org-invites.ts',
    'FROM org_invites WHERE org_id = ? AND id = ?`',
    "FROM org_invites WHERE ? <> '' AND id = ?`",
    sqlite('src/features/orgs/org-invites'),
  ),
  one(
    'what a member may do is read before the organisation is locked',
    'core/orgs/enter-organisation.ts',
    "  await lookInto(tx, { ...entering, orgRole: 'member' })\n  const org = await tx.organisations.hold(orgId)\n  const member = org && (await tx.orgMembers.find(orgId, entering.caller.account.id))\n  if (!member) throw",
    "  const { member } = await lookInto(tx, { ...entering, orgRole: 'member' })\n  const org = await tx.organisations.hold(orgId)\n  if (!org) throw",
    postgres('test/security/held-organisation'),
  ),
  one(
    'a banned owner counts',
    'store/tables/org-members.ts',
    'm.account_id <> ? AND a.banned_at IS NULL LIMIT 1`',
    'm.account_id <> ? LIMIT 1`',
    sqlite('src/features/orgs/members'),
  ),
  one(
    'the active organisation authorises',
    'core/orgs/enter-organisation.ts',
    'isId(orgId) ? await tables.orgMembers.find(orgId, caller.account.id) : undefined',
    'await tables.orgMembers.find((await tables.organisations.activeIn(caller.session.id))?.id ?? orgId, caller.account.id)',
    sqlite('src/features/orgs/active-organisation'),
  ),
  one(
    'the inviter is not looked at again',
    'core/orgs/find-org-invite.ts',
    "if (!(await isStillGiven(tables, invite))) throw new Failure('org_invite_revoked')",
    'await isStillGiven(tables, invite)',
    sqlite('src/features/orgs/accept-invite'),
  ),
  one(
    'the last owner may go',
    'core/orgs/last-owner.ts',
    "if (role === 'owner' && !(await tx.orgMembers.hasOtherOwner(org.id, accountId))) throw lastOwnerOf([org])",
    "if (role === 'owner' && org.ownerCount < 1) throw lastOwnerOf([org])",
    sqlite('src/features/orgs/members', 'test/security/org-races'),
  ),
  one(
    'an owner who goes is still counted',
    'store/tables/org-members.ts',
    'await this.#count(member, { members: -1, owners: -ownersIn(role) })',
    'await this.#count(member, { members: -1, owners: 0 * ownersIn(role) })',
    sqlite('test/security/org-history', 'src/features/orgs/organisations'),
  ),
]
