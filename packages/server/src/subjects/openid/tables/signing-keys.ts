import { json, optional, type RowOf, text, time } from '../../../platform/store/columns.ts'
import { type Connection, Table, table } from '../../../platform/store/table.ts'
import type { Algorithm } from '../clients/client.ts'

export const SIGNING_KEYS = table('oidc_signing_keys', {
  key: 'kid',
  columns: {
    kid: text('kid'),
    algorithm: text<Algorithm>('algorithm'),
    publicKey: json<Readonly<Record<string, string>>>('public_key'),
    /** The private key, sealed under the data key. */
    sealed: text('sealed'),
    createdAt: time('created_at'),
    signsFrom: time('signs_from'),
    signsUntil: optional(time('signs_until')),
    /** Until the last token that it has signed is out. */
    publishedUntil: optional(time('published_until')),
  },
  purged: { never: 'few, and the rotation removes them' },
  deleted: { kept: 'it is of no account' },
  restored: { kept: 'applications know its public half' },
  exported: [],
})

export type SigningKey = RowOf<typeof SIGNING_KEYS>
