import { DAY_MS } from '../../../platform/kernel/clock.ts'
import { text, time } from '../../../platform/store/columns.ts'
import { tally } from '../../../platform/store/engine.ts'
import { type Connection, Table, table } from '../../../platform/store/table.ts'

/** Any stranger can name any number of origins. */
export const MOST_ORIGINS = 20

export const REFUSED_RETURNS = table('refused_returns', {
  key: 'origin',
  columns: { origin: text('origin'), seenAt: time('seen_at') },
  purged: { after: 'seen_at', keptMs: 30 * DAY_MS },
  deleted: { kept: 'an origin names no account, and it is purged' },
  restored: { kept: 'a note for the operator' },
  exported: [],
})

export const refusedReturnsIn = (tx: Connection): RefusedReturnsTable => new RefusedReturnsTable(tx)

/** What no setting allows people to be sent back to; `latchkey doctor` reads it. */
export class RefusedReturnsTable extends Table {
  /** The newest are kept: an app that still loses its visitors is among them, whatever strangers have named before. */
  async note(origin: string, now: number): Promise<void> {
    await tally(
      this.sql,
      `INSERT INTO refused_returns (${REFUSED_RETURNS.names}) VALUES (?, ?)
       ON CONFLICT (origin) DO UPDATE SET seen_at = excluded.seen_at`,
      [origin, now],
    )
    await tally(
      this.sql,
      `DELETE FROM refused_returns WHERE origin NOT IN
         (SELECT origin FROM refused_returns ORDER BY seen_at DESC, origin LIMIT ${MOST_ORIGINS})`,
      [],
    )
  }
}
