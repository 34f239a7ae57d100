import { optional, type RowOf, text, time } from '../../../platform/store/columns.ts'
import { type Connection, Table, table } from '../../../platform/store/table.ts'

export const CLIENT_SECRETS = table('oidc_client_secrets', {
  key: 'id',
  columns: {
    id: text('id'),
    clientId: text('client_id'),
    hash: text('hash'),
    createdAt: time('created_at'),
    /** Set once a newer secret takes its place. */
    expiresAt: optional(time('expires_at')),
    lastUsedAt: optional(time('last_used_at')),
  },
  purged: { with: 'oidc_clients' },
  deleted: { kept: 'it is of no account' },
  restored: { kept: 'a secret that was ended since is told to the operator as one to end again' },
  exported: [],
})

export type ClientSecret = RowOf<typeof CLIENT_SECRETS>
