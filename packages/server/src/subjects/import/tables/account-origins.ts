import { cell, type RowOf, text, time } from '../../../platform/store/columns.ts'
import { type Connection, inPieces, padded, placeholders, Table, table } from '../../../platform/store/table.ts'

export const ACCOUNT_ORIGINS = table('account_origins', {
  key: 'account_id',
  columns: {
    accountId: text('account_id'),
    /** The format that it was read in. */
    source: text('source'),
    /** What it was called there. */
    sourceId: text('source_id'),
    runId: text('run_id'),
    createdAt: time('created_at'),
  },
  purged: { with: 'accounts' },
  deleted: { removed: 'account_id' },
  restored: { kept: 'where an account came from does not change' },
  exported: ['source', 'sourceId', 'createdAt'],
  carried: { without: { accountId: 'the row stands in the record of its account', runId: 'the run has its row here' } },
})

export type AccountOrigin = RowOf<typeof ACCOUNT_ORIGINS>

const INSERT = ACCOUNT_ORIGINS.insert()

export const accountOriginsIn = (tx: Connection): AccountOriginsTable => new AccountOriginsTable(tx)

/** Accounts that were brought from elsewhere. */
export class AccountOriginsTable extends Table {
  find(accountId: string): Promise<AccountOrigin | undefined> {
    return this.oneWhere(ACCOUNT_ORIGINS, `account_id = ?`, [accountId])
  }

  async add(origins: readonly AccountOrigin[]): Promise<void> {
    for (const some of inPieces(origins)) await this.sql.run(INSERT.textOf(some.length), some.flatMap(INSERT.params))
  }

  /** Which of these accounts this very run has made. */
  async madeBy(runId: string, accountIds: readonly string[]): Promise<ReadonlySet<string>> {
    if (accountIds.length === 0) return new Set()
    const asked = padded(accountIds)
    const rows = await this.sql.query(
      `SELECT account_id FROM account_origins WHERE account_id IN (${placeholders(asked)}) AND run_id = ?`,
      [...asked, runId],
    )
    return new Set(rows.map((row) => cell(row, text('account_id'))))
  }
}
