import { columns, number, optional, type RowOf, text, time } from '../columns.ts'
import type { Sql } from '../engine.ts'
import type { Account } from './accounts.ts'

const CHALLENGE = columns('challenges', {
  id: text('id'),
  accountId: text('account_id'),
  /** Of the account when the challenge was opened: under other credentials it completes nothing. */
  credentialVersion: number('credential_version'),
  codeHash: text('code_hash'),
  guesses: number('guesses'),
  resends: number('resends'),
  /** The mail with the current code. */
  mailId: optional(text('mail_id')),
  /** Until when its sender, unless it says so again, counts as alive; 0 when it is not being sent. */
  mailPendingUntil: time('mail_pending_until'),
  /** When the mail server took the current code. */
  mailAcceptedAt: optional(time('mail_accepted_at')),
  expiresAt: time('expires_at'),
  usedAt: optional(time('used_at')),
})

const INSERT = CHALLENGE.with({ createdAt: time('created_at') }).insert()

export type Challenge = RowOf<typeof CHALLENGE>

/** A fresh code on a challenge, on its way. */
export interface Minted {
  readonly codeHash: string
  readonly expiresAt: number
  readonly mailId: string
  readonly mailPendingUntil: number
}

const MAX_GUESSES = 5
const MAX_RESENDS = 3
/** Challenges of an account, most of them over: those that say so are kept for a while, not for ever. */
const MAX_CHALLENGES = 20

/** Nothing that is typed will open it any more. */
export const isGuessedOut = ({ guesses }: Challenge): boolean => guesses >= MAX_GUESSES

const OPEN = `used_at IS NULL AND expires_at > ? AND guesses < ${MAX_GUESSES}`

/** Second factors that are owed. Callers hold the account's row, so an account has one open challenge at most. */
export class ChallengesTable {
  readonly #sql: Sql

  constructor(sql: Sql) {
    this.#sql = sql
  }

  async add(id: string, account: Pick<Account, 'id' | 'credentialVersion'>, minted: Minted, now: number): Promise<void> {
    const owner = { accountId: account.id, credentialVersion: account.credentialVersion }
    const untouched = { guesses: 0, resends: 0, mailAcceptedAt: undefined, usedAt: undefined }
    await this.#sql.run(INSERT.text, INSERT.params({ id, ...owner, ...minted, ...untouched, createdAt: now }))
    await this.#removeAllBut(account.id, MAX_CHALLENGES)
  }

  async find(id: string): Promise<Challenge | undefined> {
    const [row] = await this.#sql.query(`SELECT ${CHALLENGE.names} FROM challenges WHERE id = ?`, [id])
    return row && CHALLENGE.read(row)
  }

  /** The one that these credentials have opened. */
  async findOpen(account: Pick<Account, 'id' | 'credentialVersion'>, now: number): Promise<Challenge | undefined> {
    const [row] = await this.#sql.query(
      `SELECT ${CHALLENGE.names} FROM challenges WHERE account_id = ? AND credential_version = ? AND ${OPEN} ORDER BY created_at DESC LIMIT 1`,
      [account.id, account.credentialVersion, now],
    )
    return row && CHALLENGE.read(row)
  }

  /** Puts a fresh code on an open challenge. The guesses stay counted. */
  async remint(id: string, minted: Minted, isResend: boolean, now: number): Promise<boolean> {
    const { codeHash, expiresAt, mailId, mailPendingUntil } = minted
    const rows = await this.#sql.query(
      `UPDATE challenges SET code_hash = ?, expires_at = ?, mail_id = ?, mail_pending_until = ?, mail_accepted_at = NULL, resends = resends + ?
       WHERE id = ? AND ${OPEN} AND mail_pending_until <= ? AND resends + ? <= ${MAX_RESENDS} RETURNING id`,
      [codeHash, expiresAt, mailId, mailPendingUntil, isResend ? 1 : 0, id, now, now, isResend ? 1 : 0],
    )
    return rows.length === 1
  }

  /** Its sender lives. Whether the mail is on its way at all is not touched. */
  async renewMark(id: string, mailId: string, until: number): Promise<void> {
    await this.#sql.run(`UPDATE challenges SET mail_pending_until = ? WHERE id = ? AND mail_id = ? AND mail_pending_until > 0`, [
      until,
      id,
      mailId,
    ])
  }

  /** The mail is no longer on its way: it was taken, or it was not. False when another has taken its place. */
  async setSent(id: string, mailId: string, acceptedAt: number | undefined): Promise<boolean> {
    const rows = await this.#sql.query(
      `UPDATE challenges SET mail_pending_until = 0, mail_accepted_at = ? WHERE id = ? AND mail_id = ? RETURNING id`,
      [acceptedAt ?? null, id, mailId],
    )
    return rows.length === 1
  }

  /** Counts a guess before it is compared. Undefined when no guess is left, or there is nothing to guess at. */
  async guess(id: string, now: number): Promise<Challenge | undefined> {
    const [row] = await this.#sql.query(
      `UPDATE challenges SET guesses = guesses + 1 WHERE id = ? AND ${OPEN} RETURNING ${CHALLENGE.names}`,
      [id, now],
    )
    return row && CHALLENGE.read(row)
  }

  /** Spends the challenge with the code that was compared: one that was replaced meanwhile no longer counts. */
  async take(id: string, codeHash: string, now: number): Promise<boolean> {
    const rows = await this.#sql.query(
      `UPDATE challenges SET used_at = ? WHERE id = ? AND code_hash = ? AND used_at IS NULL AND expires_at > ? RETURNING id`,
      [now, id, codeHash, now],
    )
    return rows.length === 1
  }

  /** Takes back a challenge whose code could not be sent. False when another code has taken the place of that one. */
  async remove(id: string, mailId: string): Promise<boolean> {
    return (await this.#sql.query(`DELETE FROM challenges WHERE id = ? AND mail_id = ? RETURNING id`, [id, mailId])).length === 1
  }

  async removeAllOf(accountId: string): Promise<void> {
    await this.#removeAllBut(accountId, 0)
  }

  /** Challenges that cannot be completed any more. */
  async purge(before: number, limit: number): Promise<number> {
    const rows = await this.#sql.query(
      `DELETE FROM challenges WHERE id IN (SELECT id FROM challenges WHERE expires_at < ? LIMIT ?) RETURNING id`,
      [before, limit],
    )
    return rows.length
  }

  /** Only the newest of them can be open, so it is enough to go a little way back; the purge has the rest. */
  async #removeAllBut(accountId: string, newest: number): Promise<void> {
    await this.#sql.run(
      `DELETE FROM challenges WHERE id IN (
         SELECT id FROM challenges WHERE account_id = ? ORDER BY created_at DESC, id DESC LIMIT ${5 * MAX_CHALLENGES} OFFSET ?)`,
      [accountId, newest],
    )
  }
}
