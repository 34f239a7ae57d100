import { number, optional, type RowOf, text, time } from '../../../platform/store/columns.ts'
import { type Connection, KEPT_MS, Table, table } from '../../../platform/store/table.ts'
import type { Account } from '../../accounts/tables/accounts.ts'

export const CHALLENGES = table('challenges', {
  key: 'id',
  columns: {
    id: text('id'),
    accountId: text('account_id'),
    /** Of the account when the challenge was opened: under other credentials the challenge completes nothing. */
    credentialVersion: number('credential_version'),
    guesses: number('guesses'),
    expiresAt: time('expires_at'),
    usedAt: optional(time('used_at')),
    createdAt: time('created_at'),
    /** Empty where no code was mailed. */
    codeHash: text('code_hash'),
    resends: number('resends'),
    mailId: optional(text('mail_id')),
    /** Until when the process that sends the mail counts as alive; 0 when no mail is being sent. */
    mailPendingUntil: time('mail_pending_until'),
    mailAcceptedAt: optional(time('mail_accepted_at')),
  },
  purged: { after: 'expires_at', keptMs: KEPT_MS },
  deleted: { with: 'accounts' },
  restored: { emptied: true },
  exported: [],
  carried: 'a sign-in that is under way',
})
const CHALLENGE = CHALLENGES.omit('createdAt', 'codeHash', 'resends', 'mailId', 'mailPendingUntil', 'mailAcceptedAt')

const INSERT = CHALLENGES.omit('mailId', 'mailAcceptedAt').insert()

export type Challenge = RowOf<typeof CHALLENGE>

const MAX_GUESSES = 5
/** Per account. Most are over, and are kept for a while to say so. */
const MAX_CHALLENGES = 20

export const isGuessedOut = ({ guesses }: Challenge): boolean => guesses >= MAX_GUESSES

export const OPEN = `used_at IS NULL AND expires_at > ? AND guesses < ${MAX_GUESSES}`

export const challengesIn = (tx: Connection): ChallengesTable => new ChallengesTable(tx)

/** Callers have locked the account's row, so an account has one open challenge at most. */
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

  findOpen(account: Pick<Account, 'id' | 'credentialVersion'>, now: number): Promise<Challenge | undefined> {
    const newest = `account_id = ? AND credential_version = ? AND ${OPEN} ORDER BY created_at DESC LIMIT 1`
    return this.oneWhere(CHALLENGE, newest, [account.id, account.credentialVersion, now])
  }

  /** To be called before the comparison. False when no guess is left, or the challenge is over. */
  guess(id: string, now: number): Promise<boolean> {
    return this.isOne(`UPDATE challenges SET guesses = guesses + 1 WHERE id = ? AND ${OPEN} RETURNING id`, [id, now])
  }

  /** Of many callers exactly one gets true. */
  take(id: string, now: number): Promise<boolean> {
    const update = `UPDATE challenges SET used_at = ? WHERE id = ? AND used_at IS NULL AND expires_at > ? RETURNING id`
    return this.isOne(update, [now, id, now])
  }

  async removeAllOf(accountId: string): Promise<void> {
    await this.#removeAllBut(accountId, 0)
  }

  /** Only the newest can be open, so it is enough to go a little way back; the purge removes the rest. */
  async #removeAllBut(accountId: string, newest: number): Promise<void> {
    await this.sql.run(
      `DELETE FROM challenges WHERE id IN (
         SELECT id FROM challenges WHERE account_id = ? ORDER BY created_at DESC, id DESC LIMIT ${5 * MAX_CHALLENGES} OFFSET ?)`,
      [accountId, newest],
    )
  }
}
