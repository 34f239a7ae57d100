import type { CodeHashes } from '../../../platform/kernel/codes.ts'
import { number, optional, type RowOf, text, time } from '../../../platform/store/columns.ts'
import { type Connection, KEPT_MS, Table, table } from '../../../platform/store/table.ts'

/** The purpose is part of the code's hash, so a code is unknown everywhere but at its own route. */
export type CodePurpose = 'email-verification' | 'password-reset' | 'account-deletion' | CountedPurpose

/** Their codes are compared only with the one of a named account, by `guess`, so they can be short. */
export type CountedPurpose = 'set-password' | 'step-up'

/** Their codes are looked up by themselves. */
export type BarePurpose = Exclude<CodePurpose, CountedPurpose>

export const CODES = table('codes', {
  key: 'id',
  columns: {
    id: text('id'),
    purpose: text<CodePurpose>('purpose'),
    accountId: text('account_id'),
    sessionId: optional(text('session_id')),
    hash: text('hash'),
    guesses: number('guesses'),
    createdAt: time('created_at'),
    expiresAt: time('expires_at'),
    usedAt: optional(time('used_at')),
    returnTo: optional(text('return_to')),
    /** Of the address that the code was mailed to; undefined for codes from before addresses were noted. */
    emailHash: optional(text('email_hash')),
  },
  purged: { after: 'expires_at', keptMs: KEPT_MS },
  deleted: { kept: 'until they expire they can say that the account is gone' },
  restored: { ended: 'used_at', where: 'used_at IS NULL' },
  exported: [],
  carried: 'a mailed code is for this service',
})

const INSERT = CODES.insert()
const CODE = CODES.pick('id', 'accountId', 'hash', 'expiresAt', 'emailHash')
const FATE = CODES.pick('accountId', 'hash', 'usedAt', 'expiresAt', 'emailHash')
const RETURN = CODES.pick('returnTo')

type Code = RowOf<typeof CODE>

export interface NewCode extends Omit<RowOf<typeof CODES>, 'sessionId' | 'guesses' | 'usedAt' | 'returnTo'> {
  readonly sessionId?: string | undefined
  /** Sealed. */
  readonly returnTo?: string | undefined
}

export type Mailed = Pick<RowOf<typeof CODES>, 'hash' | 'emailHash'>

type Looked = { readonly state: 'live' | 'used' | 'expired' | 'unknown'; readonly accountId?: string; readonly mailed?: Mailed }

/** For a code that is looked up by its account; a code that is looked up by its hash needs no limit here. */
const MAX_GUESSES = 5
/** Of an account for one purpose; all but the last few are used or replaced. */
const MAX_CODES = 100

const OF_OWNER = `account_id = ? AND purpose = ? AND COALESCE(session_id, '') = ? AND used_at IS NULL`

export const codesIn = (tx: Connection): CodesTable => new CodesTable(tx)

/** Single-use codes, by keyed hash. A hash belongs to one purpose, so a code of another one is simply unknown. */
export class CodesTable extends Table {
  async add(code: NewCode): Promise<void> {
    await this.sql.run(
      INSERT.text,
      INSERT.params({ ...code, sessionId: code.sessionId, returnTo: code.returnTo, guesses: 0, usedAt: undefined }),
    )
    await this.sql.run(
      `DELETE FROM codes WHERE id IN (
         SELECT id FROM codes WHERE account_id = ? AND purpose = ? ORDER BY created_at DESC LIMIT ${MAX_CODES} OFFSET ${MAX_CODES})`,
      [code.accountId, code.purpose],
    )
  }

  findLive(purpose: CodePurpose, accountId: string, now: number, sessionId = ''): Promise<Code | undefined> {
    const newest = `${OF_OWNER} AND expires_at > ? AND guesses < ${MAX_GUESSES} ORDER BY created_at DESC LIMIT 1`
    return this.oneWhere(CODE, newest, [accountId, purpose, sessionId, now])
  }

  async look(hashes: CodeHashes, now: number): Promise<Looked> {
    const [row] = await this.sql.query(`SELECT ${FATE.names} FROM codes WHERE hash IN (?, ?)`, hashes)
    if (!row) return { state: 'unknown' }
    const { accountId, hash, usedAt, expiresAt, emailHash } = FATE.read(row)
    const state = usedAt !== undefined ? 'used' : expiresAt <= now ? 'expired' : 'live'
    return { state, accountId, mailed: { hash, emailHash } }
  }

  async returnOf(hashes: CodeHashes): Promise<string | undefined> {
    const [row] = await this.sql.query(`SELECT ${RETURN.names} FROM codes WHERE hash IN (?, ?)`, hashes)
    return row && RETURN.read(row).returnTo
  }

  /** The check and the mark are one statement, so of many callers exactly one wins. */
  take(hashes: CodeHashes, now: number): Promise<boolean> {
    const update = `UPDATE codes SET used_at = ? WHERE hash IN (?, ?) AND used_at IS NULL AND expires_at > ? RETURNING id`
    return this.isOne(update, [now, ...hashes, now])
  }

  /** Counts a guess before it is compared with the code. Undefined when there is no code, or its guesses are used up. */
  guess(purpose: CodePurpose, accountId: string, now: number, sessionId = ''): Promise<Code | undefined> {
    return this.one(
      CODE,
      `UPDATE codes SET guesses = guesses + 1
       WHERE ${OF_OWNER} AND expires_at > ? AND guesses < ${MAX_GUESSES} RETURNING ${CODE.names}`,
      [accountId, purpose, sessionId, now],
    )
  }

  /** For a guess that was right but is not used yet. */
  async giveBack(id: string): Promise<void> {
    await this.sql.run(`UPDATE codes SET guesses = guesses - 1 WHERE id = ? AND guesses > 0`, [id])
  }

  async endAllOf(accountId: string, now: number, purpose?: CodePurpose, sessionId = ''): Promise<void> {
    if (purpose === undefined)
      await this.sql.run(`UPDATE codes SET used_at = ? WHERE account_id = ? AND used_at IS NULL`, [now, accountId])
    else await this.sql.run(`UPDATE codes SET used_at = ? WHERE ${OF_OWNER}`, [now, accountId, purpose, sessionId])
  }

  remove(id: string): Promise<boolean> {
    return this.isOne(`DELETE FROM codes WHERE id = ? RETURNING id`, [id])
  }
}
