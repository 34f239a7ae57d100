import { hashToken } from '../../../platform/kernel/tokens.ts'
import { json, optional, type RowOf, text, time } from '../../../platform/store/columns.ts'
import { type Connection, KEPT_MS, Table, table } from '../../../platform/store/table.ts'
import type { Proof } from '../clients/client.ts'

export const CODES = table('oidc_codes', {
  key: 'hash',
  columns: {
    hash: text('hash'),
    clientId: text('client_id'),
    accountId: text('account_id'),
    sessionId: text('session_id'),
    /** As the account knows the browser; undefined where it does not. */
    browser: optional(text('browser')),
    redirectUri: text('redirect_uri'),
    challenge: optional(text('challenge')),
    nonce: optional(text('nonce')),
    scopes: json<readonly string[]>('scopes'),
    audience: optional(text('audience')),
    proof: json<Proof>('proof'),
    createdAt: time('created_at'),
    expiresAt: time('expires_at'),
    usedAt: optional(time('used_at')),
    /** What a second use ends. */
    grantId: optional(text('grant_id')),
  },
  purged: { after: 'expires_at', keptMs: KEPT_MS },
  deleted: { removedInPieces: 'account_id' },
  restored: { ended: 'used_at', where: 'used_at IS NULL' },
  exported: [],
  carried: 'applications sign in at this service',
})

export type AuthorizationCode = RowOf<typeof CODES>

const INSERT = CODES.omit('usedAt', 'grantId').insert()

/** The purpose is part of the hash, so that no other token is taken for a code. */
export const hashOfAuthorizationCode = (code: string): string => hashToken(`code ${code}`)

/** Spent ones are kept for a day, to notice that one is shown again; no person is let in to more applications in that time. */
const MOST_OF_ACCOUNT = 500

export const authorizationCodesIn = (tx: Connection): AuthorizationCodesTable => new AuthorizationCodesTable(tx)

export class AuthorizationCodesTable extends Table {
  async add(code: Omit<AuthorizationCode, 'usedAt' | 'grantId'>): Promise<void> {
    await this.sql.run(INSERT.text, INSERT.params(code))
    await this.sql.run(
      `DELETE FROM oidc_codes WHERE hash IN (
         SELECT hash FROM oidc_codes WHERE account_id = ? ORDER BY created_at DESC, hash LIMIT 100 OFFSET ${MOST_OF_ACCOUNT})`,
      [code.accountId],
    )
  }

  find(hash: string): Promise<AuthorizationCode | undefined> {
    return this.oneWhere(CODES, `hash = ?`, [hash])
  }

  /** Check and change are one statement, so of many callers exactly one gets true. */
  take(hash: string, now: number): Promise<boolean> {
    const taken = `UPDATE oidc_codes SET used_at = ? WHERE hash = ? AND used_at IS NULL AND expires_at > ? RETURNING hash`
    return this.isOne(taken, [now, hash, now])
  }

  /** A person who is let in goes on in the session that takes the place of the one in which they were asked. */
  async moveAll(oldSessionId: string, newSessionId: string): Promise<void> {
    const ofOwner = `account_id = (SELECT account_id FROM sessions WHERE id = ?)`
    await this.sql.run(`UPDATE oidc_codes SET session_id = ? WHERE ${ofOwner} AND session_id = ? AND used_at IS NULL`, [
      newSessionId,
      newSessionId,
      oldSessionId,
    ])
  }

  /** What a second use ends. */
  async noteGrant(hash: string, grantId: string): Promise<void> {
    await this.sql.run(`UPDATE oidc_codes SET grant_id = ? WHERE hash = ?`, [grantId, hash])
  }
}
