import { json, optional, type RowOf, text, time } from '../../../platform/store/columns.ts'
import { type Connection, Table, table } from '../../../platform/store/table.ts'
import type { AuthorizationParams } from '../steps/authorization-params.ts'

export const REQUESTS = table('oidc_requests', {
  key: 'hash',
  columns: {
    hash: text('hash'),
    /** The hash of the cookie of the browser that began. */
    browser: text('browser'),
    clientId: text('client_id'),
    params: json<AuthorizationParams>('params'),
    createdAt: time('created_at'),
    expiresAt: time('expires_at'),
    answeredAt: optional(time('answered_at')),
  },
  purged: { after: 'expires_at', keptMs: 3_600_000 },
  deleted: { kept: 'it names no account' },
  restored: { emptied: true },
  exported: [],
})

export type AuthorizationRequest = RowOf<typeof REQUESTS>
