import type { Row, Value } from '../../../platform/store/engine.ts'
import { Table } from '../../../platform/store/table.ts'

type AnyStatus = 'pending' | 'accepted' | 'declined' | 'revoked' | 'expired'
/** An invite to the service cannot be declined. */
export type InviteStatus = Exclude<AnyStatus, 'declined'>

type Endings = { readonly acceptedAt: number | undefined; readonly revokedAt: number | undefined; readonly expiresAt: number }
type Declinable = Endings & { readonly declinedAt: number | undefined }

export function inviteStatus(invite: Declinable, now: number): AnyStatus
export function inviteStatus(invite: Endings, now: number): InviteStatus
export function inviteStatus({ acceptedAt, declinedAt, revokedAt, expiresAt }: Endings & Partial<Declinable>, now: number) {
  if (acceptedAt !== undefined) return 'accepted'
  if (declinedAt !== undefined) return 'declined'
  if (revokedAt !== undefined) return 'revoked'
  return expiresAt <= now ? 'expired' : 'pending'
}

export abstract class InviteTable<T> extends Table {
  protected abstract readonly rows: { readonly table: string; readonly names: string; readonly read: (row: Row) => T }
  /** The condition that an invite has not ended, apart from its expiry. */
  protected abstract readonly open: string

  findByToken(tokenHash: string): Promise<T | undefined> {
    return this.oneWhere(this.rows, `token_hash = ?`, [tokenHash])
  }

  revoke(id: string, now: number): Promise<boolean> {
    return this.changeOpen(id, `revoked_at = ?`, [now])
  }

  async reopen(id: string): Promise<void> {
    await this.sql.run(`UPDATE ${this.rows.table} SET accepted_at = NULL WHERE id = ?`, [id])
  }

  /** The check and the change are one statement, so of many callers exactly one gets true. */
  protected changeOpen(
    id: string,
    set: string,
    values: readonly Value[],
    condition = `1 = 1`,
    params: readonly Value[] = [],
  ): Promise<boolean> {
    const update = `UPDATE ${this.rows.table} SET ${set} WHERE id = ? AND ${this.open} AND ${condition} RETURNING id`
    return this.isOne(update, [...values, id, ...params])
  }

  protected async page(
    condition: string,
    params: readonly Value[],
    { status, now, limit, offset }: { status: AnyStatus | undefined; now: number; limit: number; offset: number },
  ): Promise<{ readonly total: number; readonly invites: readonly T[] }> {
    const from = `FROM ${this.rows.table} WHERE ${condition} AND ${this.#conditionOf(status)}`
    const asked = status === 'pending' || status === 'expired' ? [...params, now] : params
    const total = await this.total(`SELECT COUNT(*) AS total ${from}`, asked)
    const newest = `SELECT ${this.rows.names} ${from} ORDER BY created_at DESC, id DESC LIMIT ? OFFSET ?`
    return { total, invites: await this.all(this.rows, newest, [...asked, limit, offset]) }
  }

  /** Has to agree with `inviteStatus`. */
  #conditionOf(status: AnyStatus | undefined): string {
    if (status === undefined) return `1 = 1`
    if (status === 'pending') return `${this.open} AND expires_at > ?`
    return status === 'expired' ? `${this.open} AND expires_at <= ?` : `${status}_at IS NOT NULL`
  }
}
