import { json, optional, type RowOf, text, time } from '../../../platform/store/columns.ts'
import { type Connection, Table, table } from '../../../platform/store/table.ts'
import type { AuthorizationParams } from '../steps/authorization-params.ts'

/** What an application has begun and a page of ours has to ask something for. Only the browser that began goes on with it. */
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
    /** By which account the visitor wants to go on, as a hash of both. */
    chosen: optional(text('chosen')),
    /** The hash of all that was shown to the person who has said yes. */
    allowed: optional(text('allowed')),
  },
  purged: { after: 'expires_at', keptMs: 3_600_000 },
  deleted: { kept: 'it names no account' },
  restored: { emptied: true },
  exported: [],
})

export type AuthorizationRequest = RowOf<typeof REQUESTS>

const INSERT = REQUESTS.insert()
const OPEN = `answered_at IS NULL AND expires_at > ?`

/** A person has no more tabs open in which applications wait. */
const MOST_OF_BROWSER = 32

export const requestsIn = (tx: Connection): RequestsTable => new RequestsTable(tx)

export class RequestsTable extends Table {
  /** Those of the same browser that are beyond the most recent ones make room. */
  async add(
    request: Pick<AuthorizationRequest, 'hash' | 'browser' | 'clientId' | 'params' | 'createdAt' | 'expiresAt'>,
  ): Promise<void> {
    const row = { ...request, answeredAt: undefined, chosen: undefined, allowed: undefined }
    await this.sql.run(INSERT.text, INSERT.params(row))
    await this.sql.run(
      `DELETE FROM oidc_requests WHERE browser = ? AND hash IN (
         SELECT hash FROM oidc_requests WHERE browser = ? ORDER BY expires_at DESC, hash LIMIT 100 OFFSET ${MOST_OF_BROWSER})`,
      [request.browser, request.browser],
    )
  }

  find(hash: string): Promise<AuthorizationRequest | undefined> {
    return this.oneWhere(REQUESTS, `hash = ?`, [hash])
  }

  async choose(hash: string, chosen: string, now: number): Promise<boolean> {
    return this.isOne(`UPDATE oidc_requests SET chosen = ? WHERE hash = ? AND ${OPEN} RETURNING hash`, [chosen, hash, now])
  }

  async allow(hash: string, allowed: string, now: number): Promise<boolean> {
    return this.isOne(`UPDATE oidc_requests SET allowed = ? WHERE hash = ? AND ${OPEN} RETURNING hash`, [allowed, hash, now])
  }

  /** Answered once: of two tabs, one. */
  async take(hash: string, now: number): Promise<boolean> {
    return this.isOne(`UPDATE oidc_requests SET answered_at = ? WHERE hash = ? AND ${OPEN} RETURNING hash`, [now, hash, now])
  }
}
