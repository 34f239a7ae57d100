import { PRESENT } from '../../../gate/accounts/tables/account-columns.ts'
import type { Scope } from '../../../platform/kernel/scopes.ts'
import { cell, number, optional, type RowOf, text, time } from '../../../platform/store/columns.ts'
import { lock } from '../../../platform/store/locks.ts'
import { type Connection, Table, table } from '../../../platform/store/table.ts'

export const API_KEYS = table('api_keys', {
  key: 'id',
  columns: {
    id: text('id'),
    name: text('name'),
    scopes: {
      name: 'scopes',
      codec: {
        decode: (stored: string | number) => String(stored).split(' ') as readonly Scope[],
        encode: (value: readonly Scope[]) => value.join(' '),
      },
    },
    createdBy: optional(text('created_by')),
    createdAt: time('created_at'),
    lastUsedAt: optional(time('last_used_at')),
    revokedAt: optional(time('revoked_at')),
    hash: text('hash'),
  },
  purged: { never: 'a hundred are remembered, and the eldest goes for the next' },
  deleted: { forgotten: 'created_by', as: 'NULL' },
  restored: { ended: 'revoked_at', where: 'revoked_at IS NULL' },
  exported: [],
})
const KEY = API_KEYS.omit('hash')
const INSERT = API_KEYS.insert()

export type ApiKey = RowOf<typeof KEY>

/** So many can be in use at once, and so many that are not any more are remembered. */
const MOST = 100

export const apiKeysIn = (tx: Connection): ApiKeysTable => new ApiKeysTable(tx)

/** Keys of backends, by hash; the key itself is shown once, and never stored. */
export class ApiKeysTable extends Table {
  /** False when there are too many already. */
  async add(key: Omit<ApiKey, 'lastUsedAt' | 'revokedAt'>, hash: string): Promise<boolean> {
    // One after the other: two that are made at once would both find room for one.
    await lock(this.sql, 'admins')
    const [row] = await this.sql.query(`SELECT COUNT(*) AS count FROM api_keys WHERE revoked_at IS NULL`)
    if (cell(row, number('count')) >= MOST) return false
    await this.sql.run(INSERT.text, INSERT.params({ ...key, hash, lastUsedAt: undefined, revokedAt: undefined }))
    await this.sql.run(
      `DELETE FROM api_keys WHERE id IN (
         SELECT id FROM api_keys WHERE revoked_at IS NOT NULL ORDER BY revoked_at DESC LIMIT ${MOST} OFFSET ${MOST})`,
    )
    return true
  }

  /** Those that an account has made. */
  revokeAllBy(accountId: string, now: number): Promise<readonly ApiKey[]> {
    return this.all(
      KEY,
      `UPDATE api_keys SET revoked_at = ? WHERE created_by = ? AND revoked_at IS NULL RETURNING ${KEY.names}`,
      [now, accountId],
    )
  }

  /** One that was not revoked, and whose maker administers: also where a demotion has forgotten to revoke it. */
  findByHash(hash: string): Promise<ApiKey | undefined> {
    return this.oneWhere(
      KEY,
      `hash = ? AND revoked_at IS NULL AND (created_by IS NULL OR EXISTS (
         SELECT 1 FROM accounts WHERE id = created_by AND role = 'admin' AND banned_at IS NULL AND ${PRESENT}))`,
      [hash],
    )
  }

  /** Those in use and the last ones that no longer are, newest first. */
  async list(): Promise<readonly ApiKey[]> {
    return (await this.sql.query(`SELECT ${KEY.names} FROM api_keys ORDER BY created_at DESC, id DESC`)).map(KEY.read)
  }

  async touch(id: string, now: number): Promise<void> {
    await this.sql.run(`UPDATE api_keys SET last_used_at = ? WHERE id = ?`, [now, id])
  }

  /** Undefined when there is none of this id in use. */
  revoke(id: string, now: number): Promise<ApiKey | undefined> {
    return this.one(KEY, `UPDATE api_keys SET revoked_at = ? WHERE id = ? AND revoked_at IS NULL RETURNING ${KEY.names}`, [
      now,
      id,
    ])
  }
}
