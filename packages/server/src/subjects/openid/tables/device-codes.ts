import type { CodeHashes } from '../../../platform/kernel/codes.ts'
import { hashToken } from '../../../platform/kernel/tokens.ts'
import { cell, flag, json, number, optional, type RowOf, text, time } from '../../../platform/store/columns.ts'
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
    /** It has not waited for that long before it asked last. */
    isTooSoon: flag('too_soon'),
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
  carried: 'applications sign in at this service',
})

export type DeviceCode = RowOf<typeof DEVICE_CODES>

const INSERT = DEVICE_CODES.insert()

/** A device asks at most so often; each time that it asks sooner, it has to wait five seconds longer. */
export const PAUSE_MS = 5000
/** Requests that are sent at the right moment may arrive a moment closer to each other. */
const JITTER_MS = 500

const OPEN = `answer IS NULL AND expires_at > ?`

/** The purpose is part of the hash, so that no other token is taken for the code of a device. */
export const hashOfDeviceCode = (code: string): string => hashToken(`device ${code}`)

export const deviceCodesIn = (tx: Connection): DeviceCodesTable => new DeviceCodesTable(tx)

/** What a device shows, what a person has typed of it, and what they have answered. Every step is one conditional statement. */
export class DeviceCodesTable extends Table {
  /** False where the typed code is another device's. */
  add(
    code: Pick<
      DeviceCode,
      'hash' | 'typed' | 'clientId' | 'scopes' | 'audience' | 'ipAddress' | 'userAgent' | 'createdAt' | 'expiresAt'
    >,
  ) {
    const unanswered = {
      askedAt: undefined,
      pauseMs: PAUSE_MS,
      isTooSoon: false,
      answer: undefined,
      answeredAt: undefined,
      proof: undefined,
    }
    const unclaimed = {
      accountId: undefined,
      sessionId: undefined,
      claimedAt: undefined,
      redeemedAt: undefined,
      grantId: undefined,
    }
    const row = { ...code, ...unanswered, ...unclaimed }
    return this.isOne(`${INSERT.text} ON CONFLICT DO NOTHING RETURNING hash`, INSERT.params(row))
  }

  find(hash: string): Promise<DeviceCode | undefined> {
    return this.oneWhere(DEVICE_CODES, `hash = ?`, [hash])
  }

  /** What this session may answer. */
  findClaimed(typed: CodeHashes, sessionId: string, now: number): Promise<DeviceCode | undefined> {
    return this.oneWhere(DEVICE_CODES, `typed IN (?, ?) AND session_id = ? AND ${OPEN}`, [...typed, sessionId, now])
  }

  /** The first session that types the code has it; typed in another one it finds nothing. */
  claim(typed: CodeHashes, by: { readonly accountId: string; readonly sessionId: string }, now: number) {
    return this.one(
      DEVICE_CODES,
      `UPDATE oidc_device_codes SET account_id = ?, session_id = ?, claimed_at = COALESCE(claimed_at, ?)
       WHERE typed IN (?, ?) AND (session_id IS NULL OR session_id = ?) AND ${OPEN} RETURNING ${DEVICE_CODES.names}`,
      [by.accountId, by.sessionId, now, ...typed, by.sessionId, now],
    )
  }

  /** Only the session that has claimed it, and only once. */
  answer(
    hash: string,
    { sessionId, answer, proof }: { readonly sessionId: string } & Pick<DeviceCode, 'answer' | 'proof'>,
    now: number,
  ): Promise<boolean> {
    return this.isOne(
      `UPDATE oidc_device_codes SET answer = ?, proof = ?, answered_at = ? WHERE hash = ? AND session_id = ? AND ${OPEN} RETURNING hash`,
      [DEVICE_CODES.stored('answer', answer), DEVICE_CODES.stored('proof', proof), now, hash, sessionId, now],
    )
  }

  /** True where the device asks too soon: then it has to leave more time from now on. */
  async ask(hash: string, now: number): Promise<boolean> {
    const isSoon = `asked_at + pause_ms - ${JITTER_MS} > ?`
    const [row] = await this.sql.query(
      `UPDATE oidc_device_codes SET asked_at = ?, pause_ms = pause_ms + CASE WHEN ${isSoon} THEN ${PAUSE_MS} ELSE 0 END,
         too_soon = CASE WHEN ${isSoon} THEN 1 ELSE 0 END
       WHERE hash = ? RETURNING too_soon`,
      [now, now, now, hash],
    )
    return row !== undefined && cell(row, flag('too_soon'))
  }

  take(hash: string, now: number): Promise<boolean> {
    const taken = `UPDATE oidc_device_codes SET redeemed_at = ? WHERE hash = ? AND answer = 'allowed' AND redeemed_at IS NULL
       AND expires_at > ? RETURNING hash`
    return this.isOne(taken, [now, hash, now])
  }

  /** What a session has claimed or answered, the one that takes its place has. */
  async moveAll(oldSessionId: string, newSessionId: string): Promise<void> {
    const ofOwner = `account_id = (SELECT account_id FROM sessions WHERE id = ?)`
    await this.sql.run(
      `UPDATE oidc_device_codes SET session_id = ? WHERE ${ofOwner} AND session_id = ? AND redeemed_at IS NULL`,
      [newSessionId, newSessionId, oldSessionId],
    )
  }

  /** What a second use ends. */
  async noteGrant(hash: string, grantId: string): Promise<void> {
    await this.sql.run(`UPDATE oidc_device_codes SET grant_id = ? WHERE hash = ?`, [grantId, hash])
  }
}
