import { json, optional, type RowOf, text, time } from '../../../platform/store/columns.ts'
import { type Connection, Table, table } from '../../../platform/store/table.ts'

export const ACCESS_TOKENS = table('oidc_access_tokens', {
  key: 'hash',
  columns: {
    hash: text('hash'),
    clientId: text('client_id'),
    /** Neither for a service that acts for itself. */
    grantId: optional(text('grant_id')),
    accountId: optional(text('account_id')),
    scopes: json<readonly string[]>('scopes'),
    audience: optional(text('audience')),
    createdAt: time('created_at'),
    expiresAt: time('expires_at'),
  },
  purged: { after: 'expires_at', keptMs: 0 },
  deleted: { purged: 'account_id' },
  restored: { emptied: true },
  exported: [],
})

export type AccessToken = RowOf<typeof ACCESS_TOKENS>
