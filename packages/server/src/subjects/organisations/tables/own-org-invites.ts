import { cell, columns, number, text, time } from '../../../platform/store/columns.ts'
import { type Connection, Table } from '../../../platform/store/table.ts'
import type { OrgRole } from '../org-roles.ts'

const OWN = columns('org_invites', {
  id: text('id'),
  organisation: text('organisation'),
  role: text<OrgRole>('role'),
  invitedBy: text('inviter'),
  createdAt: time('created_at'),
  expiresAt: time('expires_at'),
})

/** Only those whose inviter may still give what they promise: the others could not be accepted. */
const FROM = `FROM org_invites i JOIN organisations o ON o.id = i.org_id JOIN accounts a ON a.id = i.invited_by
  JOIN org_members m ON m.org_id = i.org_id AND m.account_id = i.invited_by
  WHERE i.email = ? AND i.accepted_at IS NULL AND i.declined_at IS NULL AND i.revoked_at IS NULL AND i.expires_at > ?
    AND a.banned_at IS NULL AND m.role <> 'member' AND (i.role <> 'owner' OR m.role = 'owner')`

export const ownOrgInvitesIn = (tx: Connection): OwnOrgInvitesTable => new OwnOrgInvitesTable(tx)

/** Open invites as the invited see them: the inviter by their name, and never by their address. */
export class OwnOrgInvitesTable extends Table {
  /** Newest first, with how many there are in all. */
  async list(email: string, now: number, { limit, offset }: { readonly limit: number; readonly offset: number }) {
    const [count] = await this.sql.query(`SELECT COUNT(*) AS total ${FROM}`, [email, now])
    const rows = await this.sql.query(
      `SELECT i.id, o.name AS organisation, i.role, a.name AS inviter, i.created_at, i.expires_at ${FROM}
       ORDER BY i.created_at DESC, i.id DESC LIMIT ? OFFSET ?`,
      [email, now, limit, offset],
    )
    return { total: cell(count, number('total')), found: rows.map(OWN.read) }
  }
}
