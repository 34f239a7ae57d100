import { json, number, optional, type RowOf, text, time } from '../../../platform/store/columns.ts'
import { type Connection, KEPT_MS, Table, table } from '../../../platform/store/table.ts'
import type { Proof } from '../clients/client.ts'

export const DEVICE_CODES = table('oidc_device_codes', {
  key: 'hash',
  columns: {
    hash: text('hash'),
    /** The hash of the code that a person types. */
    typed: text('typed'),
    clientId: text('client_id'),
    scopes: json<readonly string[]>('scopes'),
    audience: optional(text('audience')),
    /** Of the device that asked. */
    ipAddress: text('ip_address'),
    userAgent: text('user_agent'),
    createdAt: time('created_at'),
    expiresAt: time('expires_at'),
    askedAt: optional(time('asked_at')),
    pauseMs: number('pause_ms'),
    /** The person who has typed it, and the only session that may answer. */
    accountId: optional(text('account_id')),
    sessionId: optional(text('session_id')),
    claimedAt: optional(time('claimed_at')),
    answer: optional(text<'allowed' | 'denied'>('answer')),
    answeredAt: optional(time('answered_at')),
    proof: optional(json<Proof>('proof')),
    redeemedAt: optional(time('redeemed_at')),
    grantId: optional(text('grant_id')),
  },
  purged: { after: 'expires_at', keptMs: KEPT_MS },
  deleted: { removedInPieces: 'account_id' },
  restored: { emptied: true },
  exported: [],
})

export type DeviceCode = RowOf<typeof DEVICE_CODES>
