import { DAY_MS } from '../../../platform/kernel/clock.ts'
import type { Posted } from '../../../platform/kernel/receiver.ts'
import { json, number, type RowOf, text, time } from '../../../platform/store/columns.ts'
import { type Connection, Table, table } from '../../../platform/store/table.ts'

/** What the receiver of the development inbox was sent, by whichever process, so that each shows all of it. */
export const RECEIVED = table('received_webhooks', {
  key: 'id',
  columns: {
    id: text('id'),
    headers: json<Posted['headers']>('headers'),
    body: text('body'),
    isVerified: number('is_verified'),
    receivedAt: time('received_at'),
  },
  purged: { after: 'received_at', keptMs: DAY_MS },
  deleted: { kept: 'for a day, and in development alone' },
  restored: { kept: 'a developer may look at it again' },
  exported: [],
})

export type ReceivedWebhook = RowOf<typeof RECEIVED>

export const MOST_RECEIVED = 50

const INSERT = RECEIVED.insert()
const NEWEST_FIRST = `ORDER BY received_at DESC, id DESC LIMIT ${MOST_RECEIVED}`

export const receivedIn = (tx: Connection): ReceivedTable => new ReceivedTable(tx)

export class ReceivedTable extends Table {
  newest(): Promise<readonly ReceivedWebhook[]> {
    return this.allWhere(RECEIVED, `1 = 1 ${NEWEST_FIRST}`, [])
  }

  /** Older ones make room. */
  async add(received: ReceivedWebhook): Promise<void> {
    await this.sql.run(INSERT.text, INSERT.params(received))
    await this.sql.run(`DELETE FROM received_webhooks WHERE id NOT IN (SELECT id FROM received_webhooks ${NEWEST_FIRST})`)
  }
}
