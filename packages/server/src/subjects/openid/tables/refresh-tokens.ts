import { json, number, optional, type RowOf, text, time } from '../../../platform/store/columns.ts'
import { type Connection, Table, table } from '../../../platform/store/table.ts'
import type { Proof } from '../clients/client.ts'

export const REFRESH_TOKENS = table('oidc_refresh_tokens', {
  key: 'hash',
  columns: {
    hash: text('hash'),
    grantId: text('grant_id'),
    generation: number('generation'),
    scopes: json<readonly string[]>('scopes'),
    audience: optional(text('audience')),
    proof: json<Proof>('proof'),
    createdAt: time('created_at'),
    expiresAt: time('expires_at'),
    rotatedAt: optional(time('rotated_at')),
    /** The tokens that took its place, sealed so that only the holder of this one can open them. */
    successor: optional(text('successor')),
  },
  purged: { after: 'expires_at', keptMs: 0 },
  deleted: { with: 'oidc_grants' },
  restored: { emptied: true },
  exported: [],
})

export type RefreshToken = RowOf<typeof REFRESH_TOKENS>
