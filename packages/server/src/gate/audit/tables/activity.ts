import { MOST_COUNTED, PACE } from '../../../platform/store/bounded-scan.ts'
import { flag, number, optional, type RowOf, text, time } from '../../../platform/store/columns.ts'
import { type IndexRangeQuery, lengthOf, noClause } from '../../../platform/store/index-ranges.ts'
import { pageOf, type Slice } from '../../../platform/store/list-page.ts'
import { type Connection, placeholders, Table, table } from '../../../platform/store/table.ts'
import { PRESENT } from '../../accounts/tables/account-columns.ts'
import type { EndReason } from '../../sessions/end-reasons.ts'
import type { EventType, Maker } from '../events.ts'

export const ACTIVITY = table('activity', {
  key: 'id',
  columns: {
    id: text('id'),
    accountId: text('account_id'),
    type: text<EventType>('type'),
    isSuccess: flag('success'),
    by: text<Maker>('made_by'),
    sessionId: optional(text('session_id')),
    /** The owner's address, a stranger's network, or nothing of an administrator. */
    ip: text('ip'),
    userAgent: text('user_agent'),
    count: number('count'),
    /** Of the first event, where the row stands for several. */
    createdAt: time('created_at'),
    /** Why a session ended. */
    reason: optional(text<EndReason>('reason')),
  },
  purged: { after: 'created_at', keptMs: 'audit' },
  deleted: { purged: 'account_id' },
  restored: { kept: 'it tells what was true of the copy' },
  exported: ['id', 'type', 'by', 'ip', 'reason'],
  carried: 'it tells what was done at this service',
})

export type Activity = RowOf<typeof ACTIVITY>

const INSERT = ACTIVITY.insert()
const ADD = `INSERT INTO activity (${ACTIVITY.names})
  SELECT ?, ?, ?, CAST(? AS INTEGER), ?, ?, ?, ?, CAST(? AS BIGINT), CAST(? AS BIGINT), CAST(? AS TEXT)
  WHERE EXISTS (SELECT 1 FROM accounts WHERE id = ? AND ${PRESENT}) OR ? = ''
  ON CONFLICT (id) DO UPDATE SET count = activity.count + 1,
    user_agent = CASE WHEN activity.user_agent = excluded.user_agent THEN activity.user_agent ELSE '' END`

export type ActivityFilter = { readonly accountId: string; readonly type?: string | undefined }

export const activityIn = (tx: Connection): ActivityTable => new ActivityTable(tx)

export class ActivityTable extends Table {
  /** One statement whether the account exists, is gone, or the id is there already and only its count rises. */
  async add(event: Omit<Activity, 'count'>): Promise<void> {
    await this.sql.run(ADD, [...INSERT.params({ ...event, count: 1 }), event.accountId, event.accountId])
  }

  async takeBack(id: string, by: number): Promise<void> {
    await this.sql.run(`UPDATE activity SET count = count - ? WHERE id = ?`, [by, id])
    await this.sql.run(`DELETE FROM activity WHERE id = ? AND count <= 0`, [id])
  }

  async list(filter: ActivityFilter, { limit, offset, at }: Slice) {
    if (offset >= MOST_COUNTED) return { events: [], next: undefined }
    const slice = { limit: Math.min(limit, MOST_COUNTED - offset), offset, at }
    const { matches, next } = await pageOf(this.sql, sourceOf(filter), slice, PACE)
    if (matches.length === 0) return { events: [], next: undefined }
    const rows = await this.sql.query(
      `SELECT ${ACTIVITY.names} FROM activity WHERE id IN (${placeholders(matches)}) ORDER BY created_at DESC, id DESC`,
      matches.map(({ id }) => id),
    )
    return { events: rows.map(ACTIVITY.read), next }
  }

  count(filter: ActivityFilter): Promise<number> {
    return lengthOf(this.sql, sourceOf(filter), MOST_COUNTED)
  }
}

/** An index covers the query, so that a page takes the same time however many events strangers cause. */
function sourceOf({ accountId, type }: ActivityFilter): IndexRangeQuery {
  const names = type === undefined ? ['account_id'] : ['account_id', 'type']
  const values = type === undefined ? [accountId] : [accountId, type]
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
