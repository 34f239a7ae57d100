import { optional, type RowOf, text, time } from '../../../platform/store/columns.ts'
import { type Connection, KEPT_MS, Table, table } from '../../../platform/store/table.ts'

export const DEVICE_REPORTS = table('device_reports', {
  key: 'id',
  columns: {
    id: text('id'),
    hash: text('hash'),
    accountId: text('account_id'),
    since: time('since'),
    emailHash: text('email_hash'),
    createdAt: time('created_at'),
    expiresAt: time('expires_at'),
    usedAt: optional(time('used_at')),
  },
  purged: { after: 'expires_at', keptMs: KEPT_MS },
  deleted: { removed: 'account_id' },
  restored: { ended: 'used_at', where: 'used_at IS NULL' },
  exported: [],
  carried: 'a mailed link leads to this service',
})

const INSERT = DEVICE_REPORTS.insert()

export type DeviceReport = RowOf<typeof DEVICE_REPORTS>

export const deviceReportsIn = (tx: Connection): DeviceReportsTable => new DeviceReportsTable(tx)

/** Links with which an owner says of a sign-in: this wasn't me. Callers that write have locked the account's row. */
export class DeviceReportsTable extends Table {
  async add(report: Omit<DeviceReport, 'usedAt'>): Promise<void> {
    await this.sql.run(INSERT.text, INSERT.params({ ...report, usedAt: undefined }))
  }

  find(hash: string): Promise<DeviceReport | undefined> {
    return this.oneWhere(DEVICE_REPORTS, `hash = ?`, [hash])
  }

  async take(id: string, now: number): Promise<void> {
    await this.sql.run(`UPDATE device_reports SET used_at = ? WHERE id = ?`, [now, id])
  }

  async removeAllOf(accountId: string, keptEmailHashes: readonly string[] = []): Promise<void> {
    const others = keptEmailHashes.map(() => ` AND email_hash <> ?`).join('')
    await this.sql.run(`DELETE FROM device_reports WHERE account_id = ?${others}`, [accountId, ...keptEmailHashes])
  }
}
