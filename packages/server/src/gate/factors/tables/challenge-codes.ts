import type { RowOf } from '../../../platform/store/columns.ts'
import { type Connection, Table } from '../../../platform/store/table.ts'
import { CHALLENGES, OPEN } from './challenges.ts'

const MAILED = CHALLENGES.omit('createdAt')

export type MailedChallenge = RowOf<typeof MAILED>

export interface Minted {
  readonly codeHash: string
  readonly expiresAt: number
  readonly mailId: string
  readonly mailPendingUntil: number
}

const MAX_RESENDS = 3

export const challengeCodesIn = (tx: Connection): ChallengeCodesTable => new ChallengeCodesTable(tx)

/** The columns of a challenge that belong to the email factor. Callers have locked the account's row. */
export class ChallengeCodesTable extends Table {
  find(id: string): Promise<MailedChallenge | undefined> {
    return this.oneWhere(MAILED, `id = ?`, [id])
  }

  /** Guesses at the previous code stay counted. */
  remint(id: string, minted: Minted, isResend: boolean, now: number): Promise<boolean> {
    const { codeHash, expiresAt, mailId, mailPendingUntil } = minted
    return this.isOne(
      `UPDATE challenges SET code_hash = ?, expires_at = ?, mail_id = ?, mail_pending_until = ?, mail_accepted_at = NULL, resends = resends + ?
       WHERE id = ? AND ${OPEN} AND mail_pending_until <= ? AND resends + ? <= ${MAX_RESENDS} RETURNING id`,
      [codeHash, expiresAt, mailId, mailPendingUntil, isResend ? 1 : 0, id, now, now, isResend ? 1 : 0],
    )
  }

  /** The sending process is alive. Does nothing for a mail that is no longer on its way. */
  async renewMark(id: string, mailId: string, until: number): Promise<void> {
    const update = `UPDATE challenges SET mail_pending_until = ? WHERE id = ? AND mail_id = ? AND mail_pending_until > 0`
    await this.sql.run(update, [until, id, mailId])
  }

  /** The mail is no longer on its way, whether accepted or refused. False when another mail has taken its place. */
  setSent(id: string, mailId: string, acceptedAt: number | undefined): Promise<boolean> {
    return this.isOne(
      `UPDATE challenges SET mail_pending_until = 0, mail_accepted_at = ? WHERE id = ? AND mail_id = ? RETURNING id`,
      [acceptedAt ?? null, id, mailId],
    )
  }

  /** A code that was replaced since the comparison no longer counts. A code is spent with its challenge. */
  isCurrent(id: string, codeHash: string): Promise<boolean> {
    return this.isOne(`SELECT id FROM challenges WHERE id = ? AND code_hash = ? AND code_hash <> ''`, [id, codeHash])
  }

  remove(id: string, mailId: string): Promise<boolean> {
    return this.isOne(`DELETE FROM challenges WHERE id = ? AND mail_id = ? RETURNING id`, [id, mailId])
  }
}
