import { MOST_COUNTED, PACE } from '../../../platform/store/bounded-scan.ts'
import { flag, number, optional, type RowOf, text, time } from '../../../platform/store/columns.ts'
import { lengthOf, noClause, type Source } from '../../../platform/store/index-ranges.ts'
import { type ListPage, pageOf, type Slice } from '../../../platform/store/list-page.ts'
import { type Connection, marks, Table, table } from '../../../platform/store/table.ts'
import { PRESENT } from '../../accounts/tables/account-columns.ts'
import type { EventType, Maker } from '../events.ts'

export const ACTIVITY = table('activity', {
  key: 'id',
  columns: {
    id: text('id'),
    accountId: text('account_id'),
    type: text<EventType>('type'),
    isSuccess: flag('success'),
    by: text<Maker>('made_by'),
    /** Only where the owner did it. */
    sessionId: optional(text('session_id')),
    /** Of the owner the address, of a stranger the network, of an administrator nothing. */
    ip: text('ip'),
    userAgent: text('user_agent'),
    count: number('count'),
    /** Of the first, where it stands for several. */
    createdAt: time('created_at'),
  },
  purged: { after: 'created_at', keptMs: 'audit' },
  deleted: { purged: 'account_id' },
  restored: { kept: 'it tells what was true of the copy' },
  exported: ['id', 'type', 'by', 'ip'],
})

export type Activity = RowOf<typeof ACTIVITY>

const INSERT = ACTIVITY.insert()

/** What an account is asked for: all of it, or one type. */
export interface ActivityFilter {
  readonly accountId: string
  readonly type?: string | undefined
}

export const activityIn = (tx: Connection): ActivityTable => new ActivityTable(tx)

/** The security events of accounts as their owners see them. */
export class ActivityTable extends Table {
  /**
   * An id that is there already stands for the same once more, from whichever browser. An account that is gone leaves nothing
   * here. One statement, whatever is true.
   */
  async add(event: Omit<Activity, 'count'>): Promise<void> {
    await this.sql.run(
      `INSERT INTO activity (${ACTIVITY.names})
       SELECT ?, ?, ?, CAST(? AS INTEGER), ?, ?, ?, ?, CAST(? AS BIGINT), CAST(? AS BIGINT)
       WHERE EXISTS (SELECT 1 FROM accounts WHERE id = ? AND ${PRESENT}) OR ? = ''
       ON CONFLICT (id) DO UPDATE SET count = activity.count + 1,
         user_agent = CASE WHEN activity.user_agent = excluded.user_agent THEN activity.user_agent ELSE '' END`,
      [...INSERT.params({ ...event, count: 1 }), event.accountId, event.accountId],
    )
  }

  /** So many fewer of what a row stands for. */
  async takeBack(id: string, by: number): Promise<void> {
    await this.sql.run(`UPDATE activity SET count = count - ? WHERE id = ?`, [by, id])
    await this.sql.run(`DELETE FROM activity WHERE id = ? AND count <= 0`, [id])
  }

  /** Newest first, as far as is counted. */
  async list(
    filter: ActivityFilter,
    { limit, offset, at }: Slice,
  ): Promise<{ readonly events: readonly Activity[]; readonly next: ListPage['next'] }> {
    if (offset >= MOST_COUNTED) return { events: [], next: undefined }
    const slice = { limit: Math.min(limit, MOST_COUNTED - offset), offset, at }
    const { matches, next } = await pageOf(this.sql, sourceOf(filter), slice, PACE)
    if (matches.length === 0) return { events: [], next: undefined }
    const rows = await this.sql.query(
      `SELECT ${ACTIVITY.names} FROM activity WHERE id IN (${marks(matches)}) ORDER BY created_at DESC, id DESC`,
      matches.map(({ id }) => id),
    )
    return { events: rows.map(ACTIVITY.read), next }
  }

  /** Counted up to 10,000. */
  count(filter: ActivityFilter): Promise<number> {
    return lengthOf(this.sql, sourceOf(filter), MOST_COUNTED)
  }
}

/** Along an index that has all of it: strangers decide how long the list is, and a page takes the same time all the same. */
function sourceOf({ accountId, type }: ActivityFilter): Source {
  const [names, values] =
    type === undefined
      ? [['account_id'], [accountId]]
      : [
          ['account_id', 'type'],
          [accountId, type],
        ]
  return {
    table: 'activity',
    columns: ['id', 'created_at'],
    key: [...names, 'created_at', 'id'],
    isDescending: true,
    start: [...values, Number.MAX_SAFE_INTEGER],
    end: [...values, -1],
    within: noClause,
    tests: noClause,
    lookups: 0,
    id: 's.id',
    moment: 's.created_at',
  }
}
