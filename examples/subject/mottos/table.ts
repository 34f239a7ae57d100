import { DAY_MS } from '../../platform/kernel/clock.ts'
import { text, time } from '../../platform/store/columns.ts'
import type { Migration } from '../../platform/store/migrations.ts'
import { type Connection, Table, table } from '../../platform/store/table.ts'

/** Nobody stands by a motto for longer than a year. */
const KEPT_MS = 365 * DAY_MS

export const MOTTOS = table('mottos', {
  key: 'account_id',
  columns: { accountId: text('account_id'), text: text('text'), chosenAt: time('chosen_at') },
  purged: { after: 'chosen_at', keptMs: KEPT_MS },
  deleted: { removed: 'account_id' },
  restored: { kept: 'a motto opens nothing' },
  exported: ['text', 'chosenAt'],
})

export const mottosTables: Migration = {
  id: '0001-mottos',
  statements: [
    `CREATE TABLE mottos (
      account_id TEXT PRIMARY KEY REFERENCES accounts (id) ON DELETE CASCADE, text TEXT NOT NULL, chosen_at BIGINT NOT NULL
    )`,
    `CREATE INDEX mottos_by_choice ON mottos (chosen_at)`,
  ],
}

const INSERT = MOTTOS.insert()

export const mottosIn = (tx: Connection): MottosTable => new MottosTable(tx)

export class MottosTable extends Table {
  async set(accountId: string, motto: string, chosenAt: number): Promise<void> {
    await this.sql.run(
      `${INSERT.text} ON CONFLICT (account_id) DO UPDATE SET text = excluded.text, chosen_at = excluded.chosen_at`,
      INSERT.params({ accountId, text: motto, chosenAt }),
    )
  }

  async find(accountId: string): Promise<string | undefined> {
    return (await this.oneWhere(MOTTOS, `account_id = ?`, [accountId]))?.text
  }
}
