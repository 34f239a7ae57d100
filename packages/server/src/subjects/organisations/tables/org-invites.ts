import { InviteTable } from '../../../gate/accounts/tables/invite-table.ts'
import type { Page } from '../../../gate/lists/paging.ts'
import { inBatches } from '../../../platform/store/batches.ts'
import { columns, optional, type RowOf, text, time } from '../../../platform/store/columns.ts'
import { type Connection, placeholders, table } from '../../../platform/store/table.ts'
import type { OrgInviteStatus, OrgRole } from '../org-roles.ts'

export const ORG_INVITES = table('org_invites', {
  key: 'id',
  columns: {
    id: text('id'),
    orgId: text('org_id'),
    email: text('email'),
    role: text<OrgRole>('role'),
    tokenHash: text('token_hash'),
    /** Empty where the account is gone. */
    invitedBy: text('invited_by'),
    createdAt: time('created_at'),
    expiresAt: time('expires_at'),
    acceptedAt: optional(time('accepted_at')),
    declinedAt: optional(time('declined_at')),
    revokedAt: optional(time('revoked_at')),
  },
  purged: { after: 'expires_at', keptMs: 'invites' },
  deleted: { forgotten: 'invited_by', as: `''` },
  sentTo: 'email',
  restored: { ended: 'revoked_at', where: 'accepted_at IS NULL AND declined_at IS NULL AND revoked_at IS NULL' },
  exported: ['role'],
})

const INSERT = ORG_INVITES.insert()
const OPEN = `accepted_at IS NULL AND declined_at IS NULL AND revoked_at IS NULL`

/** An organisation keeps at most so many ended invites. */
const MOST_ENDED = 1000

export type OrgInvite = RowOf<typeof ORG_INVITES>

const RELINKED = `token_hash = ?, expires_at = ?, invited_by = ?`

const RECEIVED = columns('org_invites', {
  id: text('id'),
  organisation: text('organisation'),
  role: text<OrgRole>('role'),
  invitedBy: text('inviter'),
  createdAt: time('created_at'),
  expiresAt: time('expires_at'),
})

const FOR_INVITED = `FROM org_invites i JOIN organisations o ON o.id = i.org_id JOIN accounts a ON a.id = i.invited_by
  JOIN org_members m ON m.org_id = i.org_id AND m.account_id = i.invited_by
  WHERE i.email = ? AND i.accepted_at IS NULL AND i.declined_at IS NULL AND i.revoked_at IS NULL AND i.expires_at > ?
    AND a.banned_at IS NULL AND m.role <> 'member' AND (i.role <> 'owner' OR m.role = 'owner')`

export const orgInvitesIn = (tx: Connection): OrgInvitesTable => new OrgInvitesTable(tx)

/** Callers that write have locked the organisation's row. An address has at most one open invite to an organisation. */
export class OrgInvitesTable extends InviteTable<OrgInvite> {
  protected readonly rows = ORG_INVITES
  protected readonly open = OPEN

  /** False when the address has an open invite. An expired one is replaced, and the oldest ended ones are removed. */
  async add(invite: Omit<OrgInvite, 'acceptedAt' | 'declinedAt' | 'revokedAt'>): Promise<boolean> {
    const { orgId, email, createdAt: now } = invite
    const expired = `org_id = ? AND email = ? AND ${OPEN} AND expires_at <= ?`
    await this.sql.run(`UPDATE org_invites SET revoked_at = ? WHERE ${expired}`, [now, orgId, email, now])
    const isAdded = await this.isOne(
      `${INSERT.text} ON CONFLICT (org_id, email) WHERE ${OPEN} DO NOTHING RETURNING id`,
      INSERT.params({ ...invite, acceptedAt: undefined, declinedAt: undefined, revokedAt: undefined }),
    )
    if (!isAdded) return false
    await inBatches(
      this.sql,
      `DELETE FROM org_invites WHERE id IN (
         SELECT id FROM org_invites WHERE org_id = ? AND (NOT (${OPEN}) OR expires_at <= ?)
         ORDER BY created_at DESC, id DESC LIMIT ? OFFSET ${MOST_ENDED}) RETURNING id`,
      [orgId, now],
    )
    return true
  }

  find(orgId: string, id: string): Promise<OrgInvite | undefined> {
    return this.oneWhere(ORG_INVITES, `org_id = ? AND id = ?`, [orgId, id])
  }

  findFor(email: string, id: string): Promise<OrgInvite | undefined> {
    return this.oneWhere(ORG_INVITES, `email = ? AND id = ?`, [email, id])
  }

  /** The link must still be the one that was read: a renewed invite has another link. */
  accept({ id, tokenHash }: OrgInvite, now: number): Promise<boolean> {
    return this.changeOpen(id, `accepted_at = ?`, [now], `token_hash = ? AND expires_at > ?`, [tokenHash, now])
  }

  decline(id: string, now: number): Promise<boolean> {
    return this.changeOpen(id, `declined_at = ?`, [now], `expires_at > ?`, [now])
  }

  async openBy(orgId: string, invitedBy: string, roles: readonly OrgRole[]): Promise<readonly OrgInvite[]> {
    if (roles.length === 0) return []
    const condition = `org_id = ? AND invited_by = ? AND role IN (${placeholders(roles)}) AND ${OPEN} ORDER BY id`
    return this.allWhere(ORG_INVITES, condition, [orgId, invitedBy, ...roles])
  }

  renew(id: string, { tokenHash, expiresAt, invitedBy }: OrgInvite): Promise<boolean> {
    return this.changeOpen(id, RELINKED, [tokenHash, expiresAt, invitedBy])
  }

  /** Makes the old link good again, unless the invite was renewed since. */
  async undoRenewal({ id, tokenHash, expiresAt, invitedBy }: OrgInvite, renewedTo: string): Promise<void> {
    await this.changeOpen(id, RELINKED, [tokenHash, expiresAt, invitedBy], `token_hash = ?`, [renewedTo])
  }

  /** Takes back an invite whose mail could not be sent, unless it was accepted all the same. */
  remove(id: string): Promise<boolean> {
    return this.isOne(`DELETE FROM org_invites WHERE id = ? AND accepted_at IS NULL RETURNING id`, [id])
  }

  countPending(orgId: string, now: number): Promise<number> {
    return this.total(`SELECT COUNT(*) AS total FROM org_invites WHERE org_id = ? AND ${OPEN} AND expires_at > ?`, [orgId, now])
  }

  list(orgId: string, status: OrgInviteStatus | undefined, now: number, limit: number, offset: number) {
    return this.page(`org_id = ?`, [orgId], { status, now, limit, offset })
  }

  /** The invited see the inviter's name and never the address, and only invites whose inviter may still give the role. */
  async listFor(email: string, now: number, { limit, offset }: Page) {
    const total = await this.total(`SELECT COUNT(*) AS total ${FOR_INVITED}`, [email, now])
    const found = await this.all(
      RECEIVED,
      `SELECT i.id, o.name AS organisation, i.role, a.name AS inviter, i.created_at, i.expires_at ${FOR_INVITED}
       ORDER BY i.created_at DESC, i.id DESC LIMIT ? OFFSET ?`,
      [email, now, limit, offset],
    )
    return { total, found }
  }
}
