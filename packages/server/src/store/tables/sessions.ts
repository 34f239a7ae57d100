import type { Elevation } from '../../kernel/elevation.ts'
import type { Row, Sql } from '../engine.ts'
import { type Account, toAccount } from './accounts.ts'

export interface Session {
  readonly id: string
  readonly accountId: string
  readonly ipAddress: string
  readonly userAgent: string
  /** When a second factor was passed in this very session. */
  readonly secondFactorAt: number | undefined
  readonly createdAt: number
  readonly lastActiveAt: number
  readonly expiresAt: number
  readonly refreshExpiresAt: number
  readonly revokedAt: number | undefined
}

/** By which way somebody came in. The provider is named by its configured name. */
export type Way =
  | { readonly method: 'password' | 'invite' | 'mailbox'; readonly provider?: undefined }
  | { readonly method: 'provider'; readonly provider: string }

/** How long the current pair of tokens lasts. */
export interface Lifetime {
  readonly expiresAt: number
  readonly refreshExpiresAt: number
}

const toSession = (row: Row, idColumn = 'id', createdColumn = 'created_at'): Session => ({
  id: row[idColumn] as string,
  accountId: row['account_id'] as string,
  ipAddress: row['ip_address'] as string,
  userAgent: row['user_agent'] as string,
  secondFactorAt: (row['second_factor_at'] as number | null) ?? undefined,
  createdAt: row[createdColumn] as number,
  lastActiveAt: row['last_active_at'] as number,
  expiresAt: row['expires_at'] as number,
  refreshExpiresAt: row['refresh_expires_at'] as number,
  revokedAt: (row['revoked_at'] as number | null) ?? undefined,
})

/** Not revoked, and its refresh token has not expired. */
export const LIVE = `revoked_at IS NULL AND refresh_expires_at > ?`

/** Named one by one, and without those that the condition settles: every column of the hot path costs a microsecond. */
const WITH_ACCOUNT = `SELECT a.id, a.email, a.name, a.role, a.password_hash, a.credential_version, a.verified_at, a.two_factor_enabled_at,
    a.created_at, a.updated_at, s.id AS session_id, s.account_id, s.ip_address, s.user_agent, s.second_factor_at,
    s.created_at AS session_created_at, s.last_active_at, s.expires_at, s.refresh_expires_at
  FROM sessions s JOIN accounts a ON a.id = s.account_id`

const toPair = (row: Row): { session: Session; account: Account } => ({
  account: toAccount(row),
  session: toSession(row, 'session_id', 'session_created_at'),
})

/** A session row carries the hash of its one current token; the raw token is never stored. */
export class SessionsTable {
  readonly #sql: Sql

  constructor(sql: Sql) {
    this.#sql = sql
  }

  async add(
    session: Omit<Session, 'lastActiveAt' | 'revokedAt'>,
    way: Way,
    elevation: Elevation,
    tokenHash: string,
  ): Promise<Session> {
    const { id, accountId, ipAddress, userAgent, secondFactorAt, createdAt, expiresAt, refreshExpiresAt } = session
    await this.#sql.query(
      `INSERT INTO sessions (id, account_id, token_hash, ip_address, user_agent, method, provider, elevation, elevated_at,
         second_factor_at, created_at, last_active_at, expires_at, refresh_expires_at)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      [
        id,
        accountId,
        tokenHash,
        ipAddress,
        userAgent,
        way.method,
        way.provider ?? null,
        elevation.method,
        elevation.at,
        secondFactorAt ?? null,
        createdAt,
        createdAt,
        expiresAt,
        refreshExpiresAt,
      ],
    )
    return { ...session, lastActiveAt: createdAt, revokedAt: undefined }
  }

  /** The hot path: one prepared query finds the session and its owner, and a ban acts at once. */
  async findByToken(tokenHash: string, now: number): Promise<{ session: Session; account: Account } | undefined> {
    const [row] = await this.#sql.query(
      `${WITH_ACCOUNT} WHERE s.token_hash = ? AND s.revoked_at IS NULL AND s.expires_at > ? AND a.banned_at IS NULL`,
      [tokenHash, now],
    )
    return row && toPair(row)
  }

  async find(id: string): Promise<Session | undefined> {
    const [row] = await this.#sql.query(`SELECT * FROM sessions WHERE id = ?`, [id])
    return row && toSession(row)
  }

  /** Replaces the token and moves the limits. Undefined when the session was revoked in the meantime. */
  async renew(
    id: string,
    tokenHash: string,
    { expiresAt, refreshExpiresAt }: Lifetime,
    now: number,
  ): Promise<Session | undefined> {
    const [row] = await this.#sql.query(
      `UPDATE sessions SET token_hash = ?, expires_at = ?, refresh_expires_at = ?, last_active_at = ?
       WHERE id = ? AND revoked_at IS NULL RETURNING *`,
      [tokenHash, expiresAt, refreshExpiresAt, now, id],
    )
    return row && toSession(row)
  }

  async touch(id: string, now: number): Promise<void> {
    await this.#sql.query(`UPDATE sessions SET last_active_at = ? WHERE id = ? AND last_active_at < ?`, [now, id, now])
  }

  /** Live ones, newest first. */
  async list(accountId: string, now: number, limit: number, offset: number): Promise<readonly Session[]> {
    const rows = await this.#sql.query(
      `SELECT * FROM sessions WHERE account_id = ? AND ${LIVE} ORDER BY created_at DESC, id DESC LIMIT ? OFFSET ?`,
      [accountId, now, limit, offset],
    )
    return rows.map((row) => toSession(row))
  }

  async count(accountId: string, now: number): Promise<number> {
    const [row] = await this.#sql.query(`SELECT COUNT(*) AS total FROM sessions WHERE account_id = ? AND ${LIVE}`, [
      accountId,
      now,
    ])
    return row?.['total'] as number
  }

  /** How many of the next rows are live, and where to go on; `last` is undefined at the end. */
  async countSlice(
    after: string,
    now: number,
    limit: number,
  ): Promise<{ readonly live: number; readonly last: string | undefined }> {
    const [row] = await this.#sql.query(
      `SELECT SUM(CASE WHEN ${LIVE} THEN 1 ELSE 0 END) AS live, MAX(id) AS last
       FROM (SELECT id, revoked_at, refresh_expires_at FROM sessions WHERE id > ? ORDER BY id LIMIT ?) AS slice`,
      [now, after, limit],
    )
    return { live: (row?.['live'] as number | null) ?? 0, last: (row?.['last'] as string | null) ?? undefined }
  }

  /** Ends one live session of this owner; false when there is none, whoever else's it may be. */
  async end(id: string, accountId: string, now: number): Promise<boolean> {
    const rows = await this.#sql.query(
      `UPDATE sessions SET revoked_at = ? WHERE id = ? AND account_id = ? AND ${LIVE} RETURNING id`,
      [now, id, accountId, now],
    )
    return rows.length === 1
  }

  /** Ends every live session of this owner, but perhaps one, and says which. */
  async endAllOf(accountId: string, now: number, keptId = ''): Promise<readonly string[]> {
    const rows = await this.#sql.query(
      `UPDATE sessions SET revoked_at = ? WHERE account_id = ? AND id <> ? AND ${LIVE} RETURNING id`,
      [now, accountId, keptId, now],
    )
    return rows.map((row) => row['id'] as string)
  }

  /** Ends every live session of this owner that began with a provider, but for these, and says which. */
  async endAllThroughOthers(accountId: string, kept: readonly string[], now: number): Promise<readonly string[]> {
    const others = kept.map(() => `AND provider <> ?`).join(' ')
    const rows = await this.#sql.query(
      `UPDATE sessions SET revoked_at = ? WHERE account_id = ? AND method = 'provider' ${others} AND ${LIVE} RETURNING id`,
      [now, accountId, ...kept, now],
    )
    return rows.map((row) => row['id'] as string)
  }

  /** Sessions that nobody can renew any more; their refresh tokens go with them. */
  async purge(before: number, limit: number): Promise<number> {
    const rows = await this.#sql.query(
      `DELETE FROM sessions WHERE id IN (SELECT id FROM sessions WHERE refresh_expires_at < ? LIMIT ?) RETURNING id`,
      [before, limit],
    )
    return rows.length
  }
}
