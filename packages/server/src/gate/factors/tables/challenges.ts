import { number, optional, type RowOf, text, time } from '../../../platform/store/columns.ts'
import { type Connection, KEPT_MS, Table, table } from '../../../platform/store/table.ts'
import type { Account } from '../../accounts/tables/accounts.ts'

export const CHALLENGES = table('challenges', {
  key: 'id',
  columns: {
    id: text('id'),
    accountId: text('account_id'),
    /** Of the account when the challenge was opened: under other credentials it completes nothing. */
    credentialVersion: number('credential_version'),
    /** Of whatever kind. */
    guesses: number('guesses'),
    expiresAt: time('expires_at'),
    usedAt: optional(time('used_at')),
    createdAt: time('created_at'),
    /** Empty where no code was mailed. */
    codeHash: text('code_hash'),
    resends: number('resends'),
    /** The mail with the current code. */
    mailId: optional(text('mail_id')),
    /** Until when its sender, unless it says so again, counts as alive; 0 when it is not being sent. */
    mailPendingUntil: time('mail_pending_until'),
    /** When the mail server took the current code. */
    mailAcceptedAt: optional(time('mail_accepted_at')),
  },
  purged: { after: 'expires_at', keptMs: KEPT_MS },
  deleted: { with: 'accounts' },
  restored: { emptied: true },
  exported: [],
})
const CHALLENGE = CHALLENGES.omit('createdAt', 'codeHash', 'resends', 'mailId', 'mailPendingUntil', 'mailAcceptedAt')

const INSERT = CHALLENGES.omit('mailId', 'mailAcceptedAt').insert()

export type Challenge = RowOf<typeof CHALLENGE>

const MAX_GUESSES = 5
/** Challenges of an account, most of them over: those that say so are kept for a while, not for ever. */
const MAX_CHALLENGES = 20

/** Nothing that is shown will open it any more. */
export const isGuessedOut = ({ guesses }: Challenge): boolean => guesses >= MAX_GUESSES

export const OPEN = `used_at IS NULL AND expires_at > ? AND guesses < ${MAX_GUESSES}`

export const challengesIn = (tx: Connection): ChallengesTable => new ChallengesTable(tx)

/** Second factors that are owed. Callers hold the account's row, so an account has one open challenge at most. */
export class ChallengesTable extends Table {
  async add(id: string, account: Pick<Account, 'id' | 'credentialVersion'>, expiresAt: number, now: number): Promise<Challenge> {
    const { id: accountId, credentialVersion } = account
    const challenge = { id, accountId, credentialVersion, guesses: 0, expiresAt, usedAt: undefined }
    const untouched = { codeHash: '', resends: 0, mailPendingUntil: 0, createdAt: now }
    await this.sql.run(INSERT.text, INSERT.params({ ...challenge, ...untouched }))
    await this.#removeAllBut(accountId, MAX_CHALLENGES)
    return challenge
  }

  find(id: string): Promise<Challenge | undefined> {
    return this.oneWhere(CHALLENGE, `id = ?`, [id])
  }

  /** The one that these credentials have opened. */
  findOpen(account: Pick<Account, 'id' | 'credentialVersion'>, now: number): Promise<Challenge | undefined> {
    return this.oneWhere(CHALLENGE, `account_id = ? AND credential_version = ? AND ${OPEN} ORDER BY created_at DESC LIMIT 1`, [
      account.id,
      account.credentialVersion,
      now,
    ])
  }

  /** Counts a guess before it is compared. False when no guess is left, or there is nothing to guess at. */
  guess(id: string, now: number): Promise<boolean> {
    return this.isOne(`UPDATE challenges SET guesses = guesses + 1 WHERE id = ? AND ${OPEN} RETURNING id`, [id, now])
  }

  /** Of many callers exactly one gets true. */
  take(id: string, now: number): Promise<boolean> {
    return this.isOne(`UPDATE challenges SET used_at = ? WHERE id = ? AND used_at IS NULL AND expires_at > ? RETURNING id`, [
      now,
      id,
      now,
    ])
  }

  async removeAllOf(accountId: string): Promise<void> {
    await this.#removeAllBut(accountId, 0)
  }

  /** Only the newest of them can be open, so it is enough to go a little way back; the purge has the rest. */
  async #removeAllBut(accountId: string, newest: number): Promise<void> {
    await this.sql.run(
      `DELETE FROM challenges WHERE id IN (
         SELECT id FROM challenges WHERE account_id = ? ORDER BY created_at DESC, id DESC LIMIT ${5 * MAX_CHALLENGES} OFFSET ?)`,
      [accountId, newest],
    )
  }
}
