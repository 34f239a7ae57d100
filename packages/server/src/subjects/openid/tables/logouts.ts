import { number, optional, type RowOf, text, time } from '../../../platform/store/columns.ts'
import { type Connection, KEPT_MS, Table, table } from '../../../platform/store/table.ts'

/** Applications that have yet to be told that a session has ended: written in the transaction that ends it, and sent afterwards. */
export const LOGOUTS = table('oidc_logouts', {
  key: 'id',
  columns: {
    /** The `jti` of what is sent, the same at every attempt. */
    id: text('id'),
    grantId: text('grant_id'),
    clientId: text('client_id'),
    accountId: text('account_id'),
    createdAt: time('created_at'),
    attempts: number('attempts'),
    nextAttemptAt: time('next_attempt_at'),
    leasedUntil: time('leased_until'),
    doneAt: optional(time('done_at')),
    outcome: optional(text<'delivered' | 'expired' | 'dropped'>('outcome')),
  },
  purged: { after: 'done_at', keptMs: KEPT_MS },
  deleted: { kept: 'until the application was told, by an id that leads nowhere any more' },
  restored: { kept: 'telling an application once more harms nothing' },
  exported: [],
})

export type Logout = RowOf<typeof LOGOUTS>
