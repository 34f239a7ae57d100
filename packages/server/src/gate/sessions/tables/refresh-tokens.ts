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
    /** The pair of tokens that replaced it, sealed so that only its holder can open it. */
    successor: optional(text('successor')),
    expiresAt: time('expires_at'),
  },
  purged: { after: 'expires_at', keptMs: KEPT_MS },
  deleted: { with: 'sessions' },
  restored: { kept: 'each ends with its session' },
  exported: [],
})

const INSERT = REFRESH_TOKENS.insert()
const FOUND = REFRESH_TOKENS.pick('sessionId', 'generation', 'rotatedAt', 'successor').select('r')
const OWNER = SESSION.pick('accountId').select('s')

export type RefreshToken = ReturnType<typeof FOUND.read> & ReturnType<typeof OWNER.read>

/** A session remembers so many generations: a client that shows an older one is refused all the same, as a stranger is. */
const GENERATIONS = 1000
/** How many of the older ones one rotation forgets: more than it adds, and few where a session is from a time without a cap. */
const FORGOTTEN = 10

export const refreshTokensIn = (tx: Connection): RefreshTokensTable => new RefreshTokensTable(tx)

/** The generations of a session's refresh token, by hash. Exactly one per session has not been rotated. */
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

  /** Spends a token. The check and the mark are one statement, so of many callers exactly one wins. */
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
