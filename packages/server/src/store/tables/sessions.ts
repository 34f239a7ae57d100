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

/** A list goes no further than this, and a count stops there: nobody reads on, and an old account may have a million. */
const REACH = 10_000

/** Not revoked, its refresh token has not expired, and it is of its account's current epoch. */
export const LIVE = `revoked_at IS NULL AND refresh_expires_at > ?
  AND epoch = (SELECT session_epoch FROM accounts WHERE accounts.id = sessions.account_id)`

/** Those of an account that were not ended, expired or not: word for word what an index is made of. Ask in its order. */
export const OPEN_OF_ACCOUNT = `account_id || ':' || CAST(epoch AS TEXT) =
  (SELECT id || ':' || CAST(session_epoch AS TEXT) FROM accounts WHERE id = ?) AND revoked_at IS NULL`

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
         second_factor_at, created_at, last_active_at, expires_at, refresh_expires_at, epoch)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, (SELECT session_epoch FROM accounts WHERE id = ?))`,
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
        accountId,
      ],
    )
    return { ...session, lastActiveAt: createdAt, revokedAt: undefined }
  }

  /** The hot path: one prepared query finds the session and its owner, and a ban acts at once. */
  async findByToken(tokenHash: string, now: number): Promise<{ session: Session; account: Account } | undefined> {
    const [row] = await this.#sql.query(
      `${WITH_ACCOUNT} WHERE s.token_hash = ? AND s.revoked_at IS NULL AND s.expires_at > ? AND s.epoch = a.session_epoch
         AND a.banned_at IS NULL`,
      [tokenHash, now],
    )
    return row && toPair(row)
  }

  /** One that ended with its epoch counts as revoked since it was last used: when exactly, its row does not know. */
  async find(id: string): Promise<Session | undefined> {
    const [row] = await this.#sql.query(
      `SELECT s.*, CASE WHEN s.epoch <> a.session_epoch THEN s.last_active_at END AS superseded_at
       FROM sessions s JOIN accounts a ON a.id = s.account_id WHERE s.id = ?`,
      [id],
    )
    return row && toSession({ ...row, revoked_at: row['revoked_at'] ?? row['superseded_at'] ?? null })
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
       WHERE id = ? AND ${LIVE} RETURNING *`,
      [tokenHash, expiresAt, refreshExpiresAt, now, id, now],
    )
    return row && toSession(row)
  }

  async touch(id: string, now: number): Promise<void> {
    await this.#sql.query(`UPDATE sessions SET last_active_at = ? WHERE id = ? AND last_active_at < ?`, [now, id, now])
  }

  /** Live ones, newest first. */
  async list(accountId: string, now: number, limit: number, offset: number): Promise<readonly Session[]> {
    if (offset >= REACH) return []
    const rows = await this.#sql.query(
      `SELECT * FROM sessions WHERE ${OPEN_OF_ACCOUNT} AND refresh_expires_at > ? ORDER BY created_at DESC, id DESC LIMIT ? OFFSET ?`,
      [accountId, now, limit, offset],
    )
    return rows.map((row) => toSession(row))
  }

  /** Live ones, counted up to 10,000. */
  async count(accountId: string, now: number): Promise<number> {
    const [row] = await this.#sql.query(
      `SELECT COUNT(*) AS total FROM (
         SELECT id FROM sessions WHERE ${OPEN_OF_ACCOUNT} AND refresh_expires_at > ? ORDER BY created_at, id LIMIT ${REACH}) AS live`,
      [accountId, now],
    )
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
       FROM (SELECT id, account_id, epoch, revoked_at, refresh_expires_at FROM sessions WHERE id > ? ORDER BY id LIMIT ?) AS sessions`,
      [now, after, limit],
    )
    return { live: (row?.['live'] as number | null) ?? 0, last: (row?.['last'] as string | null) ?? undefined }
  }
}
