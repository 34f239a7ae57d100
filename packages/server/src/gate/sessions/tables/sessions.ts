import { cell, number, optional, type RowOf, text, time } from '../../../platform/store/columns.ts'
import { tally } from '../../../platform/store/engine.ts'
import { type Connection, KEPT_MS, Table, table } from '../../../platform/store/table.ts'
import { ACCOUNT } from '../../accounts/tables/account-columns.ts'
import type { Account } from '../../accounts/tables/accounts.ts'
import type { Elevation, StepUpMethod } from '../../factors/second-factors.ts'
import { purgeSessions } from './remove-sessions.ts'

/** Up to so many sessions are ended row by row. Where an old account has more, they are ended by its epoch. */
export const MOST_SESSIONS = 1000

// biome-ignore format: a table is read by its rows
export const SESSIONS = table('sessions', {
  key: 'id',
  columns: {
    id: text('id'),
    accountId: text('account_id'),
    ipAddress: text('ip_address'),
    userAgent: text('user_agent'),
    secondFactorAt: optional(time('second_factor_at')),
    createdAt: time('created_at'),
    lastActiveAt: time('last_active_at'),
    expiresAt: time('expires_at'),
    refreshExpiresAt: time('refresh_expires_at'),
    revokedAt: optional(time('revoked_at')),
    tokenHash: text('token_hash'),
    /** Undefined for sessions from before methods were noted. */
    method: optional(text<SignInMethod['method']>('method')),
    provider: optional(text('provider')),
    /** The last proof in the session; undefined for sessions from before proofs were noted. */
    elevation: optional(text<StepUpMethod>('elevation')),
    elevatedAt: optional(time('elevated_at')),
    enrolledAt: optional(time('elevation_enrolled_at')),
    /** The session has ended where its account has another epoch by now. */
    epoch: number('epoch'),
    name: optional(text('name')),
    activeOrgId: optional(text('active_org_id')),
  },
  purged: { by: purgeSessions, keptMs: KEPT_MS },
  deleted: { purged: 'account_id' },
  restored: { ended: 'revoked_at', where: 'revoked_at IS NULL' },
  exported: ['id', 'ipAddress', 'userAgent', 'method', 'name'],
  carried: 'cookies are of this service',
})

export const SESSION = SESSIONS.pick(
  ...(['id', 'accountId', 'ipAddress', 'userAgent', 'secondFactorAt'] as const),
  ...(['createdAt', 'lastActiveAt', 'expiresAt', 'refreshExpiresAt', 'revokedAt'] as const),
)

export type Session = RowOf<typeof SESSION>

export type SignInMethod =
  | { readonly method: 'password' | 'invite' | 'mailbox' | 'passkey'; readonly provider?: undefined }
  | { readonly method: 'provider'; readonly provider: string }

export type Lifetime = { readonly expiresAt: number; readonly refreshExpiresAt: number }

export const LISTED_SESSION = SESSIONS.omit(
  'tokenHash',
  'provider',
  'elevation',
  'elevatedAt',
  'enrolledAt',
  'epoch',
  'activeOrgId',
)

export type ListedSession = RowOf<typeof LISTED_SESSION>

const BEGUN = SESSIONS.pick('method', 'provider')
const INSERT = SESSIONS.omit('name', 'activeOrgId').insert({ epoch: `(SELECT session_epoch FROM accounts WHERE id = ?)` })

/** Lists and counts end here: no reader goes further, and an old account may have a million sessions. */
const REACH = 10_000

export const LIVE = `revoked_at IS NULL AND refresh_expires_at > ?
  AND epoch = (SELECT session_epoch FROM accounts WHERE accounts.id = sessions.account_id)`

/** Sessions that were not ended, expired or not: word for word the expression of an index, whose order has to be used. */
export const OPEN_OF_ACCOUNT = `account_id || ':' || CAST(epoch AS TEXT) =
  (SELECT id || ':' || CAST(session_epoch AS TEXT) FROM accounts WHERE id = ?) AND revoked_at IS NULL`

const JOINED = SESSION.select('s')
/** Without columns that the condition decides, because every column costs a microsecond in the hot path. */
const OF_TOKEN = SESSION.select('s', 'session_', { revokedAt: undefined })
const OWNER = ACCOUNT.select('a', 'account_', { bannedAt: undefined })

const BY_TOKEN = `SELECT ${OWNER.names}, ${OF_TOKEN.names} FROM sessions s JOIN accounts a ON a.id = s.account_id
       WHERE s.token_hash = ? AND s.revoked_at IS NULL AND s.expires_at > ? AND s.epoch = a.session_epoch
         AND a.banned_at IS NULL`

export const sessionsIn = (tx: Connection): SessionsTable => new SessionsTable(tx)

/** A session row carries the hash of its one current token; the raw token is never stored. */
export class SessionsTable extends Table {
  async add(
    session: Omit<Session, 'lastActiveAt' | 'revokedAt'>,
    signIn: SignInMethod,
    elevation: Elevation,
    tokenHash: string,
  ): Promise<Session> {
    const begun = { ...session, lastActiveAt: session.createdAt, revokedAt: undefined }
    const proof = { elevation: elevation.method, elevatedAt: elevation.at, enrolledAt: elevation.enrolledAt }
    const row = { ...begun, ...signIn, provider: signIn.provider, tokenHash, ...proof }
    await this.sql.run(INSERT.text, [...INSERT.params(row), session.accountId])
    this.effects.sessionBegun()
    return begun
  }

  /** The hot path: one prepared query finds the session and its account, and a ban acts at once. */
  async findByToken(tokenHash: string, now: number): Promise<{ session: Session; account: Account } | undefined> {
    const [row] = await this.sql.query(BY_TOKEN, [tokenHash, now])
    return row && { session: OF_TOKEN.read(row), account: OWNER.read(row) }
  }

  /** A session that ended with its epoch counts as revoked since its last use, because the row does not know when it ended. */
  async find(id: string): Promise<Session | undefined> {
    const [row] = await this.sql.query(
      `SELECT ${JOINED.names}, CASE WHEN s.epoch <> a.session_epoch THEN s.last_active_at END AS superseded_at
       FROM sessions s JOIN accounts a ON a.id = s.account_id WHERE s.id = ?`,
      [id],
    )
    if (!row) return undefined
    const session = JOINED.read(row)
    return { ...session, revokedAt: session.revokedAt ?? cell(row, optional(time('superseded_at'))) }
  }

  /** Undefined when the session was revoked meanwhile. */
  async renew(
    id: string,
    tokenHash: string,
    { expiresAt, refreshExpiresAt }: Lifetime,
    now: number,
  ): Promise<Session | undefined> {
    const [row] = await this.sql.query(
      `UPDATE sessions SET token_hash = ?, expires_at = ?, refresh_expires_at = ?, last_active_at = ?
       WHERE id = ? AND ${LIVE} RETURNING ${SESSION.names}`,
      [tokenHash, expiresAt, refreshExpiresAt, now, id, now],
    )
    const session = row && SESSION.read(row)
    if (session) this.effects.changed(session.accountId)
    return session
  }

  /** For a session without cookies, whose end moves and in which nothing else changes. Undefined when it has ended. */
  async prolong(id: string, { expiresAt, refreshExpiresAt }: Lifetime, now: number): Promise<Session | undefined> {
    const [row] = await this.sql.query(
      `UPDATE sessions SET expires_at = ?, refresh_expires_at = ?, last_active_at = ? WHERE id = ? AND ${LIVE} RETURNING ${SESSION.names}`,
      [expiresAt, refreshExpiresAt, now, id, now],
    )
    return row && SESSION.read(row)
  }

  /** A session from before methods were noted counts as one that a mailbox began, which proves the least. */
  async beganBy(id: string): Promise<SignInMethod> {
    const [row] = await this.sql.query(`SELECT ${BEGUN.names} FROM sessions WHERE id = ?`, [id])
    const { method = 'mailbox', provider } = row ? BEGUN.read(row) : {}
    return { method, provider } as SignInMethod
  }

  isLive(id: string, now: number): Promise<boolean> {
    return this.isOne(`SELECT id FROM sessions WHERE id = ? AND ${LIVE}`, [id, now])
  }

  async isOpen(id: string): Promise<boolean> {
    const session = await this.find(id)
    return session !== undefined && session.revokedAt === undefined
  }

  /** The new session inherits the name and the organisation of the old one. */
  async takePlace(oldId: string, id: string): Promise<void> {
    const old = (column: string): string => `${column} = (SELECT o.${column} FROM sessions o WHERE o.id = ?)`
    await this.sql.run(
      `UPDATE sessions SET ${['method', 'provider', 'name', 'active_org_id'].map(old).join(', ')} WHERE id = ?`,
      [oldId, oldId, oldId, oldId, id],
    )
  }

  async touch(id: string, now: number): Promise<void> {
    await tally(this.sql, `UPDATE sessions SET last_active_at = ? WHERE id = ? AND last_active_at < ?`, [now, id, now])
  }

  async list(accountId: string, now: number, limit: number, offset: number): Promise<readonly ListedSession[]> {
    if (offset >= REACH) return []
    return this.allWhere(
      LISTED_SESSION,
      `${OPEN_OF_ACCOUNT} AND refresh_expires_at > ? ORDER BY created_at DESC, id DESC LIMIT ? OFFSET ?`,
      [accountId, now, limit, offset],
    )
  }

  count(accountId: string, now: number): Promise<number> {
    return this.total(
      `SELECT COUNT(*) AS total FROM (
         SELECT id FROM sessions WHERE ${OPEN_OF_ACCOUNT} AND refresh_expires_at > ? ORDER BY created_at, id LIMIT ${REACH}) AS live`,
      [accountId, now],
    )
  }

  /** `last` is where to go on, and undefined at the end. */
  async countSlice(after: string, now: number, limit: number) {
    const [row] = await this.sql.query(
      `SELECT SUM(CASE WHEN ${LIVE} THEN 1 ELSE 0 END) AS live, MAX(id) AS last
       FROM (SELECT id, account_id, epoch, revoked_at, refresh_expires_at FROM sessions WHERE id > ? ORDER BY id LIMIT ?) AS sessions`,
      [now, after, limit],
    )
    return { live: cell(row, optional(number('live'))) ?? 0, last: cell(row, optional(text('last'))) }
  }
}
