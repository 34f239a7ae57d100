import type { CodePurpose } from '../../kernel/code-purposes.ts'
import type { CodeHashes } from '../../kernel/codes.ts'
import type { Row, Sql } from '../engine.ts'

export interface Code {
  readonly id: string
  readonly accountId: string
  readonly hash: string
  readonly expiresAt: number
  /** Set when the code works in this session only. */
  readonly sessionId?: string | undefined
}

export type CodeState = 'live' | 'used' | 'expired' | 'unknown'

/** How often a code that is looked up by its owner, not by itself, may be guessed. */
const MAX_GUESSES = 5
/** Codes of an account for one purpose, all but the last few used or replaced. */
const MAX_CODES = 100

/** The codes of an account for one purpose: those of one session, or those that belong to none. */
const OF_OWNER = `account_id = ? AND purpose = ? AND COALESCE(session_id, '') = ? AND used_at IS NULL`

const toCode = (row: Row): Code => ({
  id: row['id'] as string,
  accountId: row['account_id'] as string,
  hash: row['hash'] as string,
  expiresAt: row['expires_at'] as number,
})

/** Single-use codes, by keyed hash. A hash belongs to one purpose, so a code of another one is simply unknown. */
export class CodesTable {
  readonly #sql: Sql

  constructor(sql: Sql) {
    this.#sql = sql
  }

  async add(code: Code & { readonly purpose: CodePurpose; readonly createdAt: number }): Promise<void> {
    await this.#sql.query(
      `INSERT INTO codes (id, purpose, account_id, session_id, hash, guesses, created_at, expires_at) VALUES (?, ?, ?, ?, ?, 0, ?, ?)`,
      [code.id, code.purpose, code.accountId, code.sessionId ?? null, code.hash, code.createdAt, code.expiresAt],
    )
    await this.#sql.query(
      `DELETE FROM codes WHERE id IN (
         SELECT id FROM codes WHERE account_id = ? AND purpose = ? ORDER BY created_at DESC LIMIT ${MAX_CODES} OFFSET ${MAX_CODES})`,
      [code.accountId, code.purpose],
    )
  }

  /** The newest code of an account that can still be used. */
  async findLive(purpose: CodePurpose, accountId: string, now: number, sessionId = ''): Promise<Code | undefined> {
    const [row] = await this.#sql.query(
      `SELECT * FROM codes WHERE ${OF_OWNER} AND expires_at > ? AND guesses < ${MAX_GUESSES} ORDER BY created_at DESC LIMIT 1`,
      [accountId, purpose, sessionId, now],
    )
    return row && toCode(row)
  }

  /** Whose a code is and what became of it, without spending it. */
  async look(hashes: CodeHashes, now: number): Promise<{ readonly state: CodeState; readonly accountId?: string }> {
    const [row] = await this.#sql.query(`SELECT account_id, used_at, expires_at FROM codes WHERE hash IN (?, ?)`, hashes)
    if (!row) return { state: 'unknown' }
    const state = row['used_at'] !== null ? 'used' : (row['expires_at'] as number) <= now ? 'expired' : 'live'
    return { state, accountId: row['account_id'] as string }
  }

  /** Spends a code. The check and the mark are one statement, so of many callers exactly one wins. */
  async take(hashes: CodeHashes, now: number): Promise<boolean> {
    const rows = await this.#sql.query(
      `UPDATE codes SET used_at = ? WHERE hash IN (?, ?) AND used_at IS NULL AND expires_at > ? RETURNING id`,
      [now, ...hashes, now],
    )
    return rows.length === 1
  }

  /**
   * Counts a guess against the live code of an account before anybody compares it, and says what to compare with.
   * Undefined when there is none, or its guesses are used up.
   */
  async guess(purpose: CodePurpose, accountId: string, now: number, sessionId = ''): Promise<Code | undefined> {
    const [row] = await this.#sql.query(
      `UPDATE codes SET guesses = guesses + 1
       WHERE ${OF_OWNER} AND expires_at > ? AND guesses < ${MAX_GUESSES} RETURNING *`,
      [accountId, purpose, sessionId, now],
    )
    return row && toCode(row)
  }

  /** Takes back a guess that was right but is not used yet. */
  async giveBack(id: string): Promise<void> {
    await this.#sql.query(`UPDATE codes SET guesses = guesses - 1 WHERE id = ? AND guesses > 0`, [id])
  }

  /** Makes every outstanding code of an account, or of one purpose and session of it, as good as used. */
  async endAllOf(accountId: string, now: number, purpose?: CodePurpose, sessionId = ''): Promise<void> {
    if (purpose === undefined) {
      await this.#sql.query(`UPDATE codes SET used_at = ? WHERE account_id = ? AND used_at IS NULL`, [now, accountId])
    } else {
      await this.#sql.query(`UPDATE codes SET used_at = ? WHERE ${OF_OWNER}`, [now, accountId, purpose, sessionId])
    }
  }

  /** Takes back a code whose mail could not be sent. */
  async remove(id: string): Promise<boolean> {
    return (await this.#sql.query(`DELETE FROM codes WHERE id = ? RETURNING id`, [id])).length === 1
  }

  /** Codes that nobody can redeem any more. */
  async purge(before: number, limit: number): Promise<number> {
    const rows = await this.#sql.query(
      `DELETE FROM codes WHERE id IN (SELECT id FROM codes WHERE expires_at < ? LIMIT ?) RETURNING id`,
      [before, limit],
    )
    return rows.length
  }
}
