import { cell, number, optional, type RowOf, text, time } from '../../../platform/store/columns.ts'
import type { Value } from '../../../platform/store/engine.ts'
import { inPieces } from '../../../platform/store/pieces.ts'
import { type Connection, Table, table } from '../../../platform/store/table.ts'
import type { OrgInviteStatus, OrgRole } from '../org-roles.ts'

export const ORG_INVITES = table('org_invites', {
  key: 'id',
  columns: {
    id: text('id'),
    orgId: text('org_id'),
    email: text('email'),
    role: text<OrgRole>('role'),
    tokenHash: text('token_hash'),
    /** An account; empty for one that is gone. */
    invitedBy: text('invited_by'),
    createdAt: time('created_at'),
    expiresAt: time('expires_at'),
    acceptedAt: optional(time('accepted_at')),
    declinedAt: optional(time('declined_at')),
    revokedAt: optional(time('revoked_at')),
  },
  purged: { after: 'expires_at', keptMs: 'invites' },
  deleted: { forgotten: 'invited_by', as: `''` },
  restored: { ended: 'revoked_at', where: 'accepted_at IS NULL AND declined_at IS NULL AND revoked_at IS NULL' },
  exported: ['role'],
})

const INSERT = ORG_INVITES.insert()
const OPEN = `accepted_at IS NULL AND declined_at IS NULL AND revoked_at IS NULL`

/** So many that have ended are remembered of an organisation. */
const MOST_ENDED = 1000

export type OrgInvite = RowOf<typeof ORG_INVITES>

export function orgInviteStatus({ acceptedAt, declinedAt, revokedAt, expiresAt }: OrgInvite, now: number): OrgInviteStatus {
  if (acceptedAt !== undefined) return 'accepted'
  if (declinedAt !== undefined) return 'declined'
  if (revokedAt !== undefined) return 'revoked'
  return expiresAt <= now ? 'expired' : 'pending'
}

/** The same as a condition on its row. */
function statusCondition(status: OrgInviteStatus, now: number): readonly [condition: string, params: readonly Value[]] {
  switch (status) {
    case 'accepted':
    case 'declined':
    case 'revoked':
      return [`${status}_at IS NOT NULL`, []]
    case 'expired':
      return [`${OPEN} AND expires_at <= ?`, [now]]
    case 'pending':
      return [`${OPEN} AND expires_at > ?`, [now]]
  }
}

export const orgInvitesIn = (tx: Connection): OrgInvitesTable => new OrgInvitesTable(tx)

/** Invites to organisations. Callers that write hold the organisation's row; an address has one open invite to each at most. */
export class OrgInvitesTable extends Table {
  /** False when the address has an open invite; one that has expired makes way, and so do the oldest of many that have ended. */
  async add(invite: Omit<OrgInvite, 'acceptedAt' | 'declinedAt' | 'revokedAt'>): Promise<boolean> {
    const { orgId, email, createdAt: now } = invite
    await this.sql.run(`UPDATE org_invites SET revoked_at = ? WHERE org_id = ? AND email = ? AND ${OPEN} AND expires_at <= ?`, [
      now,
      orgId,
      email,
      now,
    ])
    const rows = await this.sql.query(
      `${INSERT.text} ON CONFLICT (org_id, email) WHERE ${OPEN} DO NOTHING RETURNING id`,
      INSERT.params({ ...invite, acceptedAt: undefined, declinedAt: undefined, revokedAt: undefined }),
    )
    if (rows.length === 0) return false
    await inPieces(
      this.sql,
      `DELETE FROM org_invites WHERE id IN (
         SELECT id FROM org_invites WHERE org_id = ? AND (NOT (${OPEN}) OR expires_at <= ?)
         ORDER BY created_at DESC, id DESC LIMIT ? OFFSET ${MOST_ENDED}) RETURNING id`,
      [orgId, now],
    )
    return true
  }

  async find(orgId: string, id: string): Promise<OrgInvite | undefined> {
    const [row] = await this.sql.query(`SELECT ${ORG_INVITES.names} FROM org_invites WHERE org_id = ? AND id = ?`, [orgId, id])
    return row && ORG_INVITES.read(row)
  }

  async findByToken(tokenHash: string): Promise<OrgInvite | undefined> {
    const [row] = await this.sql.query(`SELECT ${ORG_INVITES.names} FROM org_invites WHERE token_hash = ?`, [tokenHash])
    return row && ORG_INVITES.read(row)
  }

  /** For the owner of the address, who knows it by its id. */
  async findFor(email: string, id: string): Promise<OrgInvite | undefined> {
    const [row] = await this.sql.query(`SELECT ${ORG_INVITES.names} FROM org_invites WHERE email = ? AND id = ?`, [email, id])
    return row && ORG_INVITES.read(row)
  }

  /** Spends an invite under the link that was shown, if any was: a newer one has taken its place otherwise. */
  accept({ id, tokenHash }: OrgInvite, now: number): Promise<boolean> {
    return this.#end('accepted_at', id, now, `token_hash = ? AND expires_at > ?`, [tokenHash, now])
  }

  decline(id: string, now: number): Promise<boolean> {
    return this.#end('declined_at', id, now, `expires_at > ?`, [now])
  }

  revoke(id: string, now: number): Promise<boolean> {
    return this.#end('revoked_at', id, now)
  }

  /** Takes back an acceptance whose account could not be completed. */
  async reopen(id: string): Promise<void> {
    await this.sql.run(`UPDATE org_invites SET accepted_at = NULL WHERE id = ?`, [id])
  }

  /** Open ones that an inviter has made to one of these roles. */
  async openBy(orgId: string, invitedBy: string, roles: readonly OrgRole[]): Promise<readonly OrgInvite[]> {
    if (roles.length === 0) return []
    const rows = await this.sql.query(
      `SELECT ${ORG_INVITES.names} FROM org_invites
       WHERE org_id = ? AND invited_by = ? AND role IN (${roles.map(() => '?').join(', ')}) AND ${OPEN} ORDER BY id`,
      [orgId, invitedBy, ...roles],
    )
    return rows.map(ORG_INVITES.read)
  }

  /** A new link and a new life for an open invite, by a new inviter; the old link is dead. */
  async renew(
    id: string,
    { tokenHash, expiresAt, invitedBy }: Pick<OrgInvite, 'tokenHash' | 'expiresAt' | 'invitedBy'>,
  ): Promise<boolean> {
    const rows = await this.sql.query(
      `UPDATE org_invites SET token_hash = ?, expires_at = ?, invited_by = ? WHERE id = ? AND ${OPEN} RETURNING id`,
      [tokenHash, expiresAt, invitedBy, id],
    )
    return rows.length === 1
  }

  /** Makes the old link good again, unless the invite was renewed since. */
  async undoRenewal({ id, tokenHash, expiresAt, invitedBy }: OrgInvite, renewedTo: string): Promise<void> {
    await this.sql.run(
      `UPDATE org_invites SET token_hash = ?, expires_at = ?, invited_by = ? WHERE id = ? AND token_hash = ? AND ${OPEN}`,
      [tokenHash, expiresAt, invitedBy, id, renewedTo],
    )
  }

  /** Takes back an invite whose mail could not be sent, unless it was used all the same. */
  async remove(id: string): Promise<boolean> {
    return (await this.sql.query(`DELETE FROM org_invites WHERE id = ? AND accepted_at IS NULL RETURNING id`, [id])).length === 1
  }

  async countPending(orgId: string, now: number): Promise<number> {
    const [row] = await this.sql.query(
      `SELECT COUNT(*) AS total FROM org_invites WHERE org_id = ? AND ${OPEN} AND expires_at > ?`,
      [orgId, now],
    )
    return cell(row, number('total'))
  }

  /** Of an organisation, newest first, with how many there are in all. */
  list(orgId: string, status: OrgInviteStatus | undefined, now: number, limit: number, offset: number) {
    const [condition, params] = status === undefined ? [`1 = 1`, []] : statusCondition(status, now)
    return this.#list(`org_id = ? AND ${condition}`, [orgId, ...params], limit, offset)
  }

  async #list(condition: string, params: readonly Value[], limit: number, offset: number) {
    const [count] = await this.sql.query(`SELECT COUNT(*) AS total FROM org_invites WHERE ${condition}`, params)
    const rows = await this.sql.query(
      `SELECT ${ORG_INVITES.names} FROM org_invites WHERE ${condition} ORDER BY created_at DESC, id DESC LIMIT ? OFFSET ?`,
      [...params, limit, offset],
    )
    return { total: cell(count, number('total')), invites: rows.map(ORG_INVITES.read) }
  }

  async #end(column: string, id: string, now: number, condition = `1 = 1`, params: readonly Value[] = []): Promise<boolean> {
    const rows = await this.sql.query(
      `UPDATE org_invites SET ${column} = ? WHERE id = ? AND ${OPEN} AND ${condition} RETURNING id`,
      [now, id, ...params],
    )
    return rows.length === 1
  }
}
