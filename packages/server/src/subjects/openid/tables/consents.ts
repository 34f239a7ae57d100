import { json, type RowOf, text, time } from '../../../platform/store/columns.ts'
import { type Connection, Table, table } from '../../../platform/store/table.ts'

export const CONSENTS = table('oidc_consents', {
  key: 'id',
  columns: {
    id: text('id'),
    accountId: text('account_id'),
    clientId: text('client_id'),
    scopes: json<readonly string[]>('scopes'),
    givenAt: time('given_at'),
  },
  purged: { with: 'oidc_clients' },
  deleted: { removed: 'account_id' },
  restored: { kept: 'at worst people are not asked again what they have allowed before' },
  exported: ['clientId', 'scopes', 'givenAt'],
})

export type Consent = RowOf<typeof CONSENTS>
