import { type InviteStatus, InviteTable } from '../../../gate/accounts/tables/invite-table.ts'
import { optional, type RowOf, text, time } from '../../../platform/store/columns.ts'
import type { Value } from '../../../platform/store/engine.ts'
import { type Connection, placeholders, table } from '../../../platform/store/table.ts'

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
  sentTo: 'email',
  restored: { ended: 'revoked_at', where: 'accepted_at IS NULL AND revoked_at IS NULL' },
  exported: [],
})

const INSERT = INVITES.insert()
const ADDRESS = INVITES.pick('id', 'email')

export type Invite = RowOf<typeof INVITES>

export type InviteFilter = { readonly search: string | undefined; readonly status: InviteStatus | undefined }

const OPEN = `accepted_at IS NULL AND revoked_at IS NULL`

export const invitesIn = (tx: Connection): InvitesTable => new InvitesTable(tx)

/** An address has one open invite at most: the partial unique index decides. */
export class InvitesTable extends InviteTable<Invite> {
  protected readonly rows = INVITES
  protected readonly open = OPEN

  /** False when the address has an open invite. One that has expired is revoked first: the unique index would count it as open. */
  async add(invite: Omit<Invite, 'acceptedAt' | 'revokedAt'>): Promise<boolean> {
    const { email, createdAt: now } = invite
    await this.sql.run(`UPDATE invites SET revoked_at = ? WHERE email = ? AND ${OPEN} AND expires_at <= ?`, [now, email, now])
    return this.isOne(
      `${INSERT.text} ON CONFLICT (email) WHERE ${OPEN} DO NOTHING RETURNING id`,
      INSERT.params({ ...invite, acceptedAt: undefined, revokedAt: undefined }),
    )
  }

  find(id: string): Promise<Invite | undefined> {
    return this.oneWhere(INVITES, `id = ?`, [id])
  }

  /** Invites are purged some time after they expire, so some of the ids may be missing from the answer. */
  async emailsOf(ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
    if (ids.length === 0) return new Map()
    const found = await this.allWhere(ADDRESS, `id IN (${placeholders(ids)})`, ids)
    return new Map(found.map(({ id, email }) => [id, email]))
  }

  /** The check and the change are one statement, so of many callers exactly one wins. */
  take(tokenHash: string, now: number): Promise<Invite | undefined> {
    return this.one(
      INVITES,
      `UPDATE invites SET accepted_at = ? WHERE token_hash = ? AND ${OPEN} AND expires_at > ? RETURNING ${INVITES.names}`,
      [now, tokenHash, now],
    )
  }

  renew(id: string, tokenHash: string, expiresAt: number): Promise<boolean> {
    return this.changeOpen(id, `token_hash = ?, expires_at = ?`, [tokenHash, expiresAt])
  }

  /** The old link works again, unless the invite was renewed once more since. */
  async undoRenewal({ id, tokenHash, expiresAt }: Invite, renewedTo: string): Promise<void> {
    await this.changeOpen(id, `token_hash = ?, expires_at = ?`, [tokenHash, expiresAt], `token_hash = ?`, [renewedTo])
  }

  /** For an invite whose mail could not be sent. */
  remove(id: string): Promise<boolean> {
    return this.isOne(`DELETE FROM invites WHERE id = ? RETURNING id`, [id])
  }

  countPending(now: number): Promise<number> {
    return this.total(`SELECT COUNT(*) AS total FROM invites WHERE ${OPEN} AND expires_at > ?`, [now])
  }

  list({ search, status }: InviteFilter, now: number, limit: number, offset: number) {
    const params: readonly Value[] = search === undefined ? [] : [`${search.replace(/[!%_]/g, '!$&')}%`]
    const condition = search === undefined ? `1 = 1` : `email LIKE ? ESCAPE '!'`
    return this.page(condition, params, { status, now, limit, offset })
  }
}
