import { number, optional, type RowOf, text, time } from '../../../platform/store/columns.ts'
import { type Connection, Table, table } from '../../../platform/store/table.ts'

export const INACTIVITY_NOTICES = table('inactivity_notices', {
  key: 'account_id',
  columns: {
    accountId: text('account_id'),
    /** How many of the two mails have left. */
    told: number('told'),
    /** The mail that is on its way; undefined where none is. */
    mailId: optional(text('mail_id')),
    /** Since when use of the account ends the notice. */
    noticedAt: time('noticed_at'),
    /** Not before this is the account removed. */
    leavesAt: time('leaves_at'),
    nextAt: time('next_at'),
  },
  purged: { with: 'accounts' },
  deleted: { removed: 'account_id' },
  // The mails that it counts may have left long ago.
  restored: { emptied: true },
  exported: [],
  carried: 'a notice tells of this service',
})

export type InactivityNotice = RowOf<typeof INACTIVITY_NOTICES>

const INSERT = INACTIVITY_NOTICES.insert()

export const inactivityNoticesIn = (tx: Connection): InactivityNoticesTable => new InactivityNoticesTable(tx)

/** Inactive accounts that are to be removed. Every caller that writes has locked the account's row. */
export class InactivityNoticesTable extends Table {
  async add(notice: InactivityNotice): Promise<void> {
    await this.sql.run(`${INSERT.text} ON CONFLICT (account_id) DO NOTHING`, INSERT.params(notice))
  }

  find(accountId: string): Promise<InactivityNotice | undefined> {
    return this.oneWhere(INACTIVITY_NOTICES, `account_id = ?`, [accountId])
  }

  nextDue(now: number): Promise<InactivityNotice | undefined> {
    return this.oneWhere(INACTIVITY_NOTICES, `next_at <= ? ORDER BY next_at, account_id LIMIT 1`, [now])
  }

  async update({ accountId, told, mailId, noticedAt, leavesAt, nextAt }: InactivityNotice): Promise<void> {
    await this.sql.run(
      `UPDATE inactivity_notices SET told = ?, mail_id = ?, noticed_at = ?, leaves_at = ?, next_at = ? WHERE account_id = ?`,
      [told, mailId ?? null, noticedAt, leavesAt, nextAt, accountId],
    )
  }

  async postpone(accountId: string, nextAt: number): Promise<void> {
    await this.sql.run(`UPDATE inactivity_notices SET next_at = ? WHERE account_id = ?`, [nextAt, accountId])
  }

  async remove(accountId: string): Promise<void> {
    await this.sql.run(`DELETE FROM inactivity_notices WHERE account_id = ?`, [accountId])
  }
}
