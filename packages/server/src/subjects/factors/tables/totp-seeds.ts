import { ACCOUNT } from '../../../gate/accounts/tables/account-columns.ts'
import { number, optional, type RowOf, text, time } from '../../../platform/store/columns.ts'
import { type Connection, inPieces, Table, table } from '../../../platform/store/table.ts'
import type { TotpParameters } from '../totp.ts'

export const TOTP_SEEDS = table('totp_seeds', {
  key: 'account_id',
  columns: {
    accountId: text('account_id'),
    sealed: text('sealed'),
    /** The newest interval whose code was used: neither that code nor an older one works again. */
    lastStep: number('last_step'),
    createdAt: time('created_at'),
    lastUsedAt: optional(time('last_used_at')),
    period: number('period'),
    algorithm: text<TotpParameters['algorithm']>('algorithm'),
    digits: number('digits'),
  },
  purged: { never: 'the owner removes it' },
  deleted: { removed: 'account_id' },
  // The app still has it. Of the codes that are good now it is not known which were used.
  restored: { changed: (now) => `UPDATE totp_seeds SET last_step = ${now} / (period * 1000) + 1`, needs: 'period' },
  exported: [],
  carried: { without: { accountId: 'the row stands in the record of its account' } },
})

const INSERT = TOTP_SEEDS.insert()
const OWNER = ACCOUNT.pick('id', 'email', 'role', 'passwordHash')
type SeedOwner = RowOf<typeof OWNER>

export type TotpSeed = RowOf<typeof TOTP_SEEDS>

export const totpSeedsIn = (tx: Connection): TotpSeedsTable => new TotpSeedsTable(tx)

/** Callers that write have locked the account. */
export class TotpSeedsTable extends Table {
  find(accountId: string): Promise<TotpSeed | undefined> {
    return this.oneWhere(TOTP_SEEDS, `account_id = ?`, [accountId])
  }

  isThere(accountId: string): Promise<boolean> {
    return this.isOne(`SELECT account_id FROM totp_seeds WHERE account_id = ?`, [accountId])
  }

  /** Of new accounts. */
  async addAll(seeds: readonly TotpSeed[]): Promise<void> {
    for (const some of inPieces(seeds)) await this.sql.run(INSERT.textOf(some.length), some.flatMap(INSERT.params))
  }

  async put(seed: Omit<TotpSeed, 'lastUsedAt'>): Promise<void> {
    await this.remove(seed.accountId)
    await this.sql.run(INSERT.text, INSERT.params({ ...seed, lastUsedAt: undefined }))
  }

  /** Spends a code of the very seed that was compared. Of many callers with one code exactly one gets true. */
  use({ accountId, sealed }: Pick<TotpSeed, 'accountId' | 'sealed'>, step: number, now: number): Promise<boolean> {
    return this.isOne(
      `UPDATE totp_seeds SET last_step = ?, last_used_at = ? WHERE account_id = ? AND sealed = ? AND last_step < ? RETURNING account_id`,
      [step, now, accountId, sealed, step],
    )
  }

  remove(accountId: string): Promise<boolean> {
    return this.isOne(`DELETE FROM totp_seeds WHERE account_id = ? RETURNING account_id`, [accountId])
  }

  /** By account, the administrators first. */
  async owners(): Promise<readonly SeedOwner[]> {
    return this.all(
      OWNER,
      `SELECT ${OWNER.names} FROM accounts WHERE id IN (SELECT account_id FROM totp_seeds)
       ORDER BY CASE WHEN role = 'admin' THEN 0 ELSE 1 END, email`,
    )
  }

  async removeAll(): Promise<void> {
    await this.sql.run(`DELETE FROM totp_seeds`)
  }

  async hasAny(): Promise<boolean> {
    return (await this.sql.query(`SELECT account_id FROM totp_seeds LIMIT 1`)).length > 0
  }
}
