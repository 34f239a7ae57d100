import { text, time } from '../../../platform/store/columns.ts'
import { type Connection, KEPT_MS, Table, table } from '../../../platform/store/table.ts'

export const SPENT_STATES = table('spent_states', {
  key: 'hash',
  columns: { hash: text('hash'), expiresAt: time('expires_at') },
  purged: { after: 'expires_at', keptMs: KEPT_MS },
  deleted: { kept: 'a hash, and it expires' },
  restored: {
    changed: (now) => `INSERT INTO spent_states (hash, expires_at) VALUES ('${ALL_BEFORE}', ${now + LATEST_MS})
      ON CONFLICT (hash) DO UPDATE SET expires_at = excluded.expires_at`,
    needs: 'hash',
  },
  exported: [],
})

/**
 * The hash of a row that stands for all states that expire until then. After a restore it is not known which states were spent;
 * those begun before expire within `LATEST_MS`, or also need a provider's code, which the provider accepts once.
 */
const ALL_BEFORE = ''
export const LATEST_MS = 300_000

export const spentStatesIn = (tx: Connection): SpentStatesTable => new SpentStatesTable(tx)

export class SpentStatesTable extends Table {
  /** Of many callers with the same state exactly one gets true. */
  async spend(hash: string, expiresAt: number): Promise<boolean> {
    const rows = await this.sql.query(
      `INSERT INTO spent_states (${SPENT_STATES.names}) SELECT CAST(? AS TEXT), CAST(? AS BIGINT)
       WHERE NOT EXISTS (SELECT 1 FROM spent_states WHERE hash = '${ALL_BEFORE}' AND expires_at >= ?)
       ON CONFLICT DO NOTHING RETURNING hash`,
      [hash, expiresAt, expiresAt],
    )
    return rows.length > 0
  }
}
