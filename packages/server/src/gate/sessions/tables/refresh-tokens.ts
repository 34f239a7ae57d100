import { cell, number, optional, type RowOf, text, time } from '../../../platform/store/columns.ts'
import { type Connection, KEPT_MS, Table, table } from '../../../platform/store/table.ts'
import { SESSION } from './sessions.ts'

export const REFRESH_TOKENS = table('refresh_tokens', {
  key: 'hash',
  columns: {
    hash: text('hash'),
    sessionId: text('session_id'),
    generation: number('generation'),
    rotatedAt: optional(time('rotated_at')),
    /** The next pair of tokens, sealed so that only the holder of this token can open it. */
    successor: optional(text('successor')),
    expiresAt: time('expires_at'),
    /** The name of the cookie that it went out in; undefined for tokens from before names were noted. */
    cookie: optional(text('cookie')),
  },
  purged: { after: 'expires_at', keptMs: KEPT_MS },
  deleted: { with: 'sessions' },
  restored: { kept: 'each ends with its session' },
  exported: [],
})

const INSERT = REFRESH_TOKENS.insert()
const FOUND = REFRESH_TOKENS.pick('sessionId', 'generation', 'rotatedAt', 'successor', 'cookie').select('r')
const OWNER = SESSION.pick('accountId').select('s')

export type RefreshToken = ReturnType<typeof FOUND.read> & ReturnType<typeof OWNER.read>

/** Per session. A token of a forgotten generation is refused as an unknown one is. */
const GENERATIONS = 1000
/** Forgotten per rotation: more than one, so that an old session with too many catches up, but few, so that it stays fast. */
const FORGOTTEN = 10

export const refreshTokensIn = (tx: Connection): RefreshTokensTable => new RefreshTokensTable(tx)

/** Exactly one token per session has not been rotated. */
export class RefreshTokensTable extends Table {
  async add(token: Omit<RowOf<typeof REFRESH_TOKENS>, 'rotatedAt' | 'successor'>): Promise<void> {
    await this.sql.run(INSERT.text, INSERT.params({ ...token, rotatedAt: undefined, successor: undefined }))
    if (token.generation > GENERATIONS) await this.#forget(token.sessionId, token.generation - GENERATIONS)
  }

  async find(hash: string): Promise<RefreshToken | undefined> {
    const [row] = await this.sql.query(
      `SELECT ${FOUND.names}, ${OWNER.names} FROM refresh_tokens r JOIN sessions s ON s.id = r.session_id WHERE r.hash = ?`,
      [hash],
    )
    return row && { ...FOUND.read(row), ...OWNER.read(row) }
  }

  /** The check and the mark are one statement, so of many callers exactly one wins. */
  take(hash: string, successor: string, now: number): Promise<boolean> {
    return this.isOne(
      `UPDATE refresh_tokens SET rotated_at = ?, successor = ? WHERE hash = ? AND rotated_at IS NULL RETURNING hash`,
      [now, successor, hash],
    )
  }

  async newestGeneration(sessionId: string): Promise<number | undefined> {
    const [row] = await this.sql.query(`SELECT MAX(generation) AS newest FROM refresh_tokens WHERE session_id = ?`, [sessionId])
    return cell(row, optional(number('newest')))
  }

  async #forget(sessionId: string, generation: number): Promise<void> {
    await this.sql.run(
      `DELETE FROM refresh_tokens WHERE hash IN (
         SELECT hash FROM refresh_tokens WHERE session_id = ? AND generation <= ? ORDER BY generation LIMIT ${FORGOTTEN})`,
      [sessionId, generation],
    )
  }
}
