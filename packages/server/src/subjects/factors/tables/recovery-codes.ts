import { cell, number, optional, type RowOf, text, time } from '../../../platform/store/columns.ts'
import { type Connection, inPieces, Table, table } from '../../../platform/store/table.ts'

export const RECOVERY_CODES = table('recovery_codes', {
  key: 'hash',
  columns: {
    accountId: text('account_id'),
    hash: text('hash'),
    createdAt: time('created_at'),
    usedAt: optional(time('used_at')),
    /** What it was hashed with, where that is a key of another service: in `hash_keys`. */
    keyId: optional(text('key_id')),
    /** The id that the account had there, where it has another here. */
    hashedFor: optional(text('hashed_for')),
  },
  purged: { never: 'the next set takes their place' },
  deleted: { removed: 'account_id' },
  // After a restore it is unknown which codes were used, or replaced because a list was lost, and each is a second factor.
  restored: { ended: 'used_at', where: 'used_at IS NULL' },
  exported: [],
  carried: { without: { accountId: 'the row stands in the record of its account' } },
})

const INSERT = RECOVERY_CODES.insert()

export type RecoveryCode = RowOf<typeof RECOVERY_CODES>

export const recoveryCodesIn = (tx: Connection): RecoveryCodesTable => new RecoveryCodesTable(tx)

/** Callers that write have locked the account. */
export class RecoveryCodesTable extends Table {
  /** A set that was used up is still found, with no code remaining. */
  async findSet(accountId: string): Promise<{ readonly remaining: number; readonly createdAt: number } | undefined> {
    const [row] = await this.sql.query(
      `SELECT COUNT(*) - COUNT(used_at) AS remaining, MAX(created_at) AS created_at FROM recovery_codes WHERE account_id = ?`,
      [accountId],
    )
    const createdAt = cell(row, optional(time('created_at')))
    return createdAt === undefined ? undefined : { remaining: cell(row, number('remaining')), createdAt }
  }

  async replaceAll(accountId: string, hashes: readonly string[], now: number): Promise<void> {
    await this.removeAllOf(accountId)
    const made = { accountId, createdAt: now, usedAt: undefined, keyId: undefined, hashedFor: undefined }
    await this.addAll(hashes.map((hash) => ({ ...made, hash })))
  }

  /** Of accounts that have none. */
  async addAll(codes: readonly RecoveryCode[]): Promise<void> {
    for (const some of inPieces(codes)) await this.sql.run(INSERT.textOf(some.length), some.flatMap(INSERT.params))
  }

  /** How the codes of a set were hashed: all of them alike. */
  async findHashing(accountId: string): Promise<Pick<RecoveryCode, 'keyId' | 'hashedFor'>> {
    const [row] = await this.sql.query(`SELECT key_id, hashed_for FROM recovery_codes WHERE account_id = ? LIMIT 1`, [accountId])
    return { keyId: row && cell(row, optional(text('key_id'))), hashedFor: row && cell(row, optional(text('hashed_for'))) }
  }

  /** Of other services. */
  async keyIds(): Promise<readonly string[]> {
    const rows = await this.sql.query(`SELECT DISTINCT key_id FROM recovery_codes WHERE key_id IS NOT NULL`)
    return rows.map((row) => cell(row, text('key_id')))
  }

  needsKey(id: string): Promise<boolean> {
    return this.isOne(`SELECT hash FROM recovery_codes WHERE key_id = ? LIMIT 1`, [id])
  }

  hasOwn(): Promise<boolean> {
    return this.isOne(`SELECT hash FROM recovery_codes WHERE key_id IS NULL LIMIT 1`, [])
  }

  /** Of many callers with one code exactly one gets true. */
  spend(accountId: string, hash: string, now: number): Promise<boolean> {
    const statement = `UPDATE recovery_codes SET used_at = ? WHERE account_id = ? AND hash = ? AND used_at IS NULL RETURNING hash`
    return this.isOne(statement, [now, accountId, hash])
  }

  async removeAllOf(accountId: string): Promise<void> {
    await this.sql.run(`DELETE FROM recovery_codes WHERE account_id = ?`, [accountId])
  }

  async owners(): Promise<readonly string[]> {
    const rows = await this.sql.query(
      `SELECT email FROM accounts WHERE id IN (SELECT account_id FROM recovery_codes WHERE used_at IS NULL)
       ORDER BY CASE WHEN role = 'admin' THEN 0 ELSE 1 END, email`,
    )
    return rows.map((row) => cell(row, text('email')))
  }

  async removeAll(): Promise<void> {
    await this.sql.run(`DELETE FROM recovery_codes`)
  }

  async hasAny(): Promise<boolean> {
    return (await this.sql.query(`SELECT account_id FROM recovery_codes LIMIT 1`)).length > 0
  }
}
