import { type RowOf, text, time } from '../../../platform/store/columns.ts'
import { type Connection, Table, table } from '../../../platform/store/table.ts'
import type { OrgRole } from '../org-roles.ts'

export const ORG_MEMBERS = table('org_members', {
  key: 'org_id',
  columns: { orgId: text('org_id'), accountId: text('account_id'), role: text<OrgRole>('role'), joinedAt: time('joined_at') },
  purged: { never: 'a membership lasts until it is ended' },
  deleted: { kept: 'none is left: an account leaves its organisations before it goes' },
  restored: { kept: 'it is no secret' },
  exported: ['orgId', 'role'],
  carried: { without: { accountId: 'the row stands in the record of its account' } },
})

const INSERT = ORG_MEMBERS.insert()
const ownersIn = (role: OrgRole): number => (role === 'owner' ? 1 : 0)

export type OrgMember = RowOf<typeof ORG_MEMBERS>

/** An organisation would be left without an owner who could sign in, or would go along where the owner is alone in it. */
export const IS_ONLY_OWNER = `a.org_owner_count > 0 AND EXISTS (
  SELECT 1 FROM org_members own WHERE own.account_id = a.id AND own.role = 'owner' AND NOT EXISTS (
    SELECT 1 FROM org_members other JOIN accounts b ON b.id = other.account_id
    WHERE other.org_id = own.org_id AND other.role = 'owner' AND other.account_id <> a.id AND b.banned_at IS NULL))`

export const orgMembersIn = (tx: Connection): OrgMembersTable => new OrgMembersTable(tx)

/**
 * The counts on organisations and accounts change only here, together with the rows. Callers that write have locked the
 * organisation's row, and then the account's if it joins or becomes an owner.
 */
export class OrgMembersTable extends Table {
  find(orgId: string, accountId: string): Promise<OrgMember | undefined> {
    return this.oneWhere(ORG_MEMBERS, `org_id = ? AND account_id = ?`, [orgId, accountId])
  }

  /** False if the account is a member already. */
  async add(member: OrgMember): Promise<boolean> {
    const isAdded = await this.isOne(`${INSERT.text} ON CONFLICT DO NOTHING RETURNING account_id`, INSERT.params(member))
    if (isAdded) await this.#count(member, { members: 1, owners: ownersIn(member.role) })
    return isAdded
  }

  async setRole(member: OrgMember, role: OrgRole): Promise<void> {
    const { orgId, accountId } = member
    await this.sql.run(`UPDATE org_members SET role = ? WHERE org_id = ? AND account_id = ?`, [role, orgId, accountId])
    await this.#count(member, { members: 0, owners: ownersIn(role) - ownersIn(member.role) })
  }

  async remove(member: OrgMember): Promise<void> {
    const { orgId, accountId, role } = member
    await this.sql.run(`DELETE FROM org_members WHERE org_id = ? AND account_id = ?`, [orgId, accountId])
    // Otherwise the organisation would be active again for a member who comes back.
    await this.sql.run(`UPDATE sessions SET active_org_id = NULL WHERE account_id = ? AND active_org_id = ?`, [accountId, orgId])
    await this.#count(member, { members: -1, owners: -ownersIn(role) })
  }

  /** Ordered by account, as accounts are locked. */
  ownersOf(orgId: string): Promise<readonly OrgMember[]> {
    return this.allWhere(ORG_MEMBERS, `org_id = ? AND role = 'owner' ORDER BY account_id`, [orgId])
  }

  /** A banned owner does not count: they cannot sign in. */
  hasOtherOwner(orgId: string, accountId: string): Promise<boolean> {
    return this.isOne(
      `SELECT m.account_id FROM org_members m JOIN accounts a ON a.id = m.account_id
       WHERE m.org_id = ? AND m.role = 'owner' AND m.account_id <> ? AND a.banned_at IS NULL LIMIT 1`,
      [orgId, accountId],
    )
  }

  /** Counts no further than `most`. */
  countOf(accountId: string, most: number): Promise<number> {
    const few = `SELECT org_id FROM org_members WHERE account_id = ? LIMIT ?`
    return this.total(`SELECT COUNT(*) AS total FROM (${few}) AS few`, [accountId, most])
  }

  /** Ordered by organisation, as organisations are locked. */
  allOf(accountId: string): Promise<readonly OrgMember[]> {
    return this.allWhere(ORG_MEMBERS, `account_id = ? ORDER BY org_id`, [accountId])
  }

  async #count({ orgId, accountId }: OrgMember, { members, owners }: { readonly members: number; readonly owners: number }) {
    const counts = `member_count = member_count + ?, owner_count = owner_count + ?`
    if (members !== 0 || owners !== 0)
      await this.sql.run(`UPDATE organisations SET ${counts} WHERE id = ?`, [members, owners, orgId])
    if (owners === 0) return
    await this.sql.run(`UPDATE accounts SET org_owner_count = org_owner_count + ? WHERE id = ?`, [owners, accountId])
    this.effects.changed(accountId)
  }
}
