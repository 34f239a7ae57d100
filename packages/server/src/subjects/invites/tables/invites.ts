import { cell, number, optional, type RowOf, text, time } from '../../../platform/store/columns.ts'
import type { Value } from '../../../platform/store/engine.ts'
import { type Connection, Table, table } from '../../../platform/store/table.ts'

export type InviteStatus = 'pending' | 'accepted' | 'revoked' | 'expired'

export const INVITES = table('invites', {
  key: 'id',
  columns: {
    id: text('id'),
    email: text('email'),
    tokenHash: text('token_hash'),
    createdBy: optional(text('created_by')),
    createdAt: time('created_at'),
    expiresAt: time('expires_at'),
    acceptedAt: optional(time('accepted_at')),
    revokedAt: optional(time('revoked_at')),
  },
  purged: { after: 'expires_at', keptMs: 'invites' },
  deleted: { forgotten: 'created_by', as: 'NULL' },
  restored: { ended: 'revoked_at', where: 'accepted_at IS NULL AND revoked_at IS NULL' },
  exported: [],
})

const INSERT = INVITES.insert()
const ADDRESS = INVITES.pick('id', 'email')

export type Invite = RowOf<typeof INVITES>

export interface InviteFilter {
  readonly search: string | undefined
  readonly status: InviteStatus | undefined
}

const OPEN = `accepted_at IS NULL AND revoked_at IS NULL`

export function statusOf({ acceptedAt, revokedAt, expiresAt }: Invite, now: number): InviteStatus {
  if (acceptedAt !== undefined) return 'accepted'
  if (revokedAt !== undefined) return 'revoked'
  return expiresAt <= now ? 'expired' : 'pending'
}

/** The same as a condition on its row. */
function statusCondition(status: InviteStatus, now: number): readonly [condition: string, params: readonly Value[]] {
  switch (status) {
    case 'accepted':
      return [`accepted_at IS NOT NULL`, []]
    case 'revoked':
      return [`accepted_at IS NULL AND revoked_at IS NOT NULL`, []]
    case 'expired':
      return [`${OPEN} AND expires_at <= ?`, [now]]
    case 'pending':
      return [`${OPEN} AND expires_at > ?`, [now]]
  }
}

export const invitesIn = (tx: Connection): InvitesTable => new InvitesTable(tx)

/** Invites, by the hash of their token. An address has one open invite at most: the partial unique index decides. */
export class InvitesTable extends Table {
  /** False when the address has an open invite; one that has expired makes way. */
  async add(invite: Omit<Invite, 'acceptedAt' | 'revokedAt'>): Promise<boolean> {
    const { email, createdAt } = invite
    await this.sql.run(`UPDATE invites SET revoked_at = ? WHERE email = ? AND ${OPEN} AND expires_at <= ?`, [
      createdAt,
      email,
      createdAt,
    ])
    const rows = await this.sql.query(
      `${INSERT.text} ON CONFLICT (email) WHERE ${OPEN} DO NOTHING RETURNING id`,
      INSERT.params({ ...invite, acceptedAt: undefined, revokedAt: undefined }),
    )
    return rows.length === 1
  }

  async find(id: string): Promise<Invite | undefined> {
    const [row] = await this.sql.query(`SELECT ${INVITES.names} FROM invites WHERE id = ?`, [id])
    return row && INVITES.read(row)
  }

  /** Of these, those that are still kept. */
  async emailsOf(ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
    if (ids.length === 0) return new Map()
    const rows = await this.sql.query(`SELECT ${ADDRESS.names} FROM invites WHERE id IN (${ids.map(() => '?').join(', ')})`, ids)
    return new Map(rows.map(ADDRESS.read).map(({ id, email }) => [id, email]))
  }

  async findByToken(tokenHash: string): Promise<Invite | undefined> {
    const [row] = await this.sql.query(`SELECT ${INVITES.names} FROM invites WHERE token_hash = ?`, [tokenHash])
    return row && INVITES.read(row)
  }

  /** Spends an invite. The check and the mark are one statement, so of many callers exactly one wins. */
  async take(tokenHash: string, now: number): Promise<Invite | undefined> {
    const [row] = await this.sql.query(
      `UPDATE invites SET accepted_at = ? WHERE token_hash = ? AND ${OPEN} AND expires_at > ? RETURNING ${INVITES.names}`,
      [now, tokenHash, now],
    )
    return row && INVITES.read(row)
  }

  /** Takes back an acceptance whose account could not be completed. */
  async reopen(id: string): Promise<void> {
    await this.sql.run(`UPDATE invites SET accepted_at = NULL WHERE id = ?`, [id])
  }

  async revoke(id: string, now: number): Promise<boolean> {
    const rows = await this.sql.query(`UPDATE invites SET revoked_at = ? WHERE id = ? AND ${OPEN} RETURNING id`, [now, id])
    return rows.length === 1
  }

  /** A new token and a new life for an open invite; the old link is dead. */
  async renew(id: string, tokenHash: string, expiresAt: number): Promise<boolean> {
    const rows = await this.sql.query(`UPDATE invites SET token_hash = ?, expires_at = ? WHERE id = ? AND ${OPEN} RETURNING id`, [
      tokenHash,
      expiresAt,
      id,
    ])
    return rows.length === 1
  }

  /** Makes the old link good again, unless the invite was renewed since. */
  async undoRenewal({ id, tokenHash, expiresAt }: Invite, renewedTo: string): Promise<void> {
    await this.sql.run(`UPDATE invites SET token_hash = ?, expires_at = ? WHERE id = ? AND token_hash = ? AND ${OPEN}`, [
      tokenHash,
      expiresAt,
      id,
      renewedTo,
    ])
  }

  /** Takes back an invite whose mail could not be sent. */
  async remove(id: string): Promise<boolean> {
    return (await this.sql.query(`DELETE FROM invites WHERE id = ? RETURNING id`, [id])).length === 1
  }

  async countPending(now: number): Promise<number> {
    const [row] = await this.sql.query(`SELECT COUNT(*) AS total FROM invites WHERE ${OPEN} AND expires_at > ?`, [now])
    return cell(row, number('total'))
  }

  /** Newest first, with how many there are in all. */
  async list(
    filter: InviteFilter,
    now: number,
    limit: number,
    offset: number,
  ): Promise<{ readonly total: number; readonly invites: readonly Invite[] }> {
    const conditions = ['1 = 1']
    const params: Value[] = []
    if (filter.search !== undefined) {
      conditions.push(`email LIKE ? ESCAPE '!'`)
      params.push(`${filter.search.replace(/[!%_]/g, '!$&')}%`)
    }
    if (filter.status !== undefined) {
      const [condition, own] = statusCondition(filter.status, now)
      conditions.push(condition)
      params.push(...own)
    }
    const where = conditions.join(' AND ')
    const [count] = await this.sql.query(`SELECT COUNT(*) AS total FROM invites WHERE ${where}`, params)
    const rows = await this.sql.query(
      `SELECT ${INVITES.names} FROM invites WHERE ${where} ORDER BY created_at DESC, id DESC LIMIT ? OFFSET ?`,
      [...params, limit, offset],
    )
    return { total: cell(count, number('total')), invites: rows.map(INVITES.read) }
  }
}
