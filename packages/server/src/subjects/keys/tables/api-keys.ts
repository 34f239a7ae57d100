import { covers } from '../../../gate/accounts/admin-scopes.ts'
import { PRESENT } from '../../../gate/accounts/tables/account-columns.ts'
import type { Scope } from '../../../platform/kernel/scopes.ts'
import { cell, number, optional, type RowOf, text, time, words } from '../../../platform/store/columns.ts'
import { lock } from '../../../platform/store/locks.ts'
import { type Connection, Table, table } from '../../../platform/store/table.ts'

export const API_KEYS = table('api_keys', {
  key: 'id',
  columns: {
    id: text('id'),
    name: text('name'),
    scopes: words<Scope>('scopes'),
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
const MAKERS_SCOPES = optional(words<Scope>('makers_scopes'))
const INSERT = API_KEYS.insert()

export type ApiKey = RowOf<typeof KEY>

/** At most so many keys are in use, and at most so many revoked keys are remembered. */
const MOST = 100

export const apiKeysIn = (tx: Connection): ApiKeysTable => new ApiKeysTable(tx)

/** Only the hash of a key is stored; the key itself is shown once. */
export class ApiKeysTable extends Table {
  /** False when there are too many keys already. */
  async add(key: Omit<ApiKey, 'lastUsedAt' | 'revokedAt'>, hash: string): Promise<boolean> {
    // Without the lock, two keys that are made at once would both find room for one.
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

  /** Those in use that an account has made. */
  allBy(accountId: string): Promise<readonly ApiKey[]> {
    return this.allWhere(KEY, `created_by = ? AND revoked_at IS NULL`, [accountId])
  }

  findByHash(hash: string): Promise<ApiKey | undefined> {
    return this.#findGood(`hash`, hash)
  }

  findGood(id: string): Promise<ApiKey | undefined> {
    return this.#findGood(`id`, id)
  }

  /** The maker must still be an administrator, and may do what the key opens, even if a change of that has failed to revoke the key. */
  async #findGood(column: 'hash' | 'id', value: string): Promise<ApiKey | undefined> {
    const [row] = await this.sql.query(
      `SELECT ${KEY.names}, (SELECT admin_scopes FROM accounts WHERE id = created_by) AS makers_scopes FROM api_keys
       WHERE ${column} = ? AND revoked_at IS NULL AND (created_by IS NULL OR EXISTS (
         SELECT 1 FROM accounts WHERE id = created_by AND role = 'admin' AND banned_at IS NULL AND ${PRESENT}))`,
      [value],
    )
    if (!row) return undefined
    const [key, makers] = [KEY.read(row), cell(row, MAKERS_SCOPES)]
    return { ...key, scopes: key.scopes.filter((scope) => covers(makers, [scope])) }
  }

  list(): Promise<readonly ApiKey[]> {
    return this.all(KEY, `SELECT ${KEY.names} FROM api_keys ORDER BY created_at DESC, id DESC`)
  }

  async touch(id: string, now: number): Promise<void> {
    await this.sql.run(`UPDATE api_keys SET last_used_at = ? WHERE id = ?`, [now, id])
  }

  revoke(id: string, now: number): Promise<ApiKey | undefined> {
    const statement = `UPDATE api_keys SET revoked_at = ? WHERE id = ? AND revoked_at IS NULL RETURNING ${KEY.names}`
    return this.one(KEY, statement, [now, id])
  }
}
