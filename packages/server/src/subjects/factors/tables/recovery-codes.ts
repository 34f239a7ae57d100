import { cell, number, optional, text, time } from '../../../platform/store/columns.ts'
import { type Connection, Table, table } from '../../../platform/store/table.ts'

export const RECOVERY_CODES = table('recovery_codes', {
  key: 'hash',
  columns: {
    accountId: text('account_id'),
    hash: text('hash'),
    createdAt: time('created_at'),
    usedAt: optional(time('used_at')),
  },
  purged: { never: 'the next set takes their place' },
  deleted: { removed: 'account_id' },
  // After a restore it is unknown which codes were used, or replaced because a list was lost, and each is a second factor.
  restored: { ended: 'used_at', where: 'used_at IS NULL' },
  exported: [],
  carried: 'they are kept as hashes under a key of this service',
})

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
    for (const hash of hashes)
      await this.sql.run(`INSERT INTO recovery_codes (account_id, hash, created_at) VALUES (?, ?, ?)`, [accountId, hash, now])
  }

  /** Of many callers with one code exactly one gets true. */
  spend(accountId: string, hash: string, now: number): Promise<boolean> {
    const statement = `UPDATE recovery_codes SET used_at = ? WHERE account_id = ? AND hash = ? AND used_at IS NULL RETURNING hash`
    return this.isOne(statement, [now, accountId, hash])
  }

  async removeAllOf(accountId: string): Promise<void> {
    await this.sql.run(`DELETE FROM recovery_codes WHERE account_id = ?`, [accountId])
  }

  async hasAny(): Promise<boolean> {
    return (await this.sql.query(`SELECT account_id FROM recovery_codes LIMIT 1`)).length > 0
  }
}
