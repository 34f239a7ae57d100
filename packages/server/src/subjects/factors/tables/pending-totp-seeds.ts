import { number, type RowOf, text, time } from '../../../platform/store/columns.ts'
import { type Connection, KEPT_MS, Table, table } from '../../../platform/store/table.ts'

export const PENDING_TOTP_SEEDS = table('pending_totp_seeds', {
  key: 'session_id',
  columns: { sessionId: text('session_id'), sealed: text('sealed'), guesses: number('guesses'), expiresAt: time('expires_at') },
  purged: { after: 'expires_at', keptMs: KEPT_MS },
  deleted: { with: 'sessions' },
  restored: { emptied: true },
  exported: [],
})

const INSERT = PENDING_TOTP_SEEDS.insert()

type PendingSeed = RowOf<typeof PENDING_TOTP_SEEDS>

const MAX_GUESSES = 5

export const pendingTotpSeedsIn = (tx: Connection): PendingTotpSeedsTable => new PendingTotpSeedsTable(tx)

/** A seed waits for its first code in the session that asked for it. */
export class PendingTotpSeedsTable extends Table {
  async put(pending: Omit<PendingSeed, 'guesses'>): Promise<void> {
    await this.sql.run(
      `${INSERT.text} ON CONFLICT (session_id) DO UPDATE SET sealed = excluded.sealed, guesses = excluded.guesses, expires_at = excluded.expires_at`,
      INSERT.params({ ...pending, guesses: 0 }),
    )
  }

  /** While a guess is left. */
  find(sessionId: string, now: number): Promise<PendingSeed | undefined> {
    return this.one(
      PENDING_TOTP_SEEDS,
      `SELECT ${PENDING_TOTP_SEEDS.names} FROM pending_totp_seeds WHERE session_id = ? AND expires_at > ? AND guesses < ${MAX_GUESSES}`,
      [sessionId, now],
    )
  }

  /** Counts a guess before the code is compared. Undefined when no guess is left, or no seed is pending. */
  guess(sessionId: string, now: number): Promise<PendingSeed | undefined> {
    return this.one(
      PENDING_TOTP_SEEDS,
      `UPDATE pending_totp_seeds SET guesses = guesses + 1
       WHERE session_id = ? AND expires_at > ? AND guesses < ${MAX_GUESSES} RETURNING ${PENDING_TOTP_SEEDS.names}`,
      [sessionId, now],
    )
  }

  /** Takes the seed that was compared. False when another seed has replaced it, or it was taken already. */
  take(sessionId: string, sealed: string): Promise<boolean> {
    const statement = `DELETE FROM pending_totp_seeds WHERE session_id = ? AND sealed = ? RETURNING session_id`
    return this.isOne(statement, [sessionId, sealed])
  }

  async removeAll(): Promise<void> {
    await this.sql.run(`DELETE FROM pending_totp_seeds`)
  }
}
