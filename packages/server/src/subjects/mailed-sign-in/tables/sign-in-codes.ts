import { number, optional, type RowOf, text, time } from '../../../platform/store/columns.ts'
import { type Connection, KEPT_MS, Table, table } from '../../../platform/store/table.ts'

export const SIGN_IN_CODES = table('sign_in_codes', {
  key: 'id',
  columns: {
    id: text('id'),
    /** Of the cookie of the browser that asked. */
    bindingHash: text('binding_hash'),
    addressHash: text('address_hash'),
    /** Undefined where no account had the address. */
    accountId: optional(text('account_id')),
    /** Of the account when the code was asked for: under other credentials it opens nothing. */
    credentialVersion: number('credential_version'),
    /** Nothing matches that of a code which was never mailed. */
    hash: text('hash'),
    /** What was asked for, the address included. Sealed. */
    asked: text('asked'),
    guesses: number('guesses'),
    createdAt: time('created_at'),
    expiresAt: time('expires_at'),
    usedAt: optional(time('used_at')),
  },
  purged: { after: 'expires_at', keptMs: KEPT_MS },
  deleted: { removedInPieces: 'account_id' },
  restored: { ended: 'used_at', where: 'used_at IS NULL' },
  exported: [],
  carried: 'a mailed code is for this service',
})

const INSERT = SIGN_IN_CODES.insert()

export type SignInCode = RowOf<typeof SIGN_IN_CODES>

const MAX_GUESSES = 5

const IS_NEWEST = `NOT EXISTS (SELECT 1 FROM sign_in_codes AS newer WHERE newer.address_hash = sign_in_codes.address_hash
  AND (newer.created_at > sign_in_codes.created_at OR (newer.created_at = sign_in_codes.created_at AND newer.id > sign_in_codes.id)))`

export const isOpen = ({ usedAt, expiresAt, guesses }: SignInCode, now: number): boolean =>
  usedAt === undefined && expiresAt > now && guesses < MAX_GUESSES

export const signInCodesIn = (tx: Connection): SignInCodesTable => new SignInCodesTable(tx)

/** Codes that were mailed to sign in with, one for an address. The rows of earlier ones go; where two are asked for at once, the newer one counts. */
export class SignInCodesTable extends Table {
  async replace(code: Omit<SignInCode, 'guesses' | 'usedAt'>): Promise<void> {
    await this.sql.run(`DELETE FROM sign_in_codes WHERE address_hash = ?`, [code.addressHash])
    await this.sql.run(INSERT.text, INSERT.params({ ...code, guesses: 0, usedAt: undefined }))
  }

  find(bindingHash: string): Promise<SignInCode | undefined> {
    return this.oneWhere(SIGN_IN_CODES, `binding_hash = ?`, [bindingHash])
  }

  /** To be called before the comparison. False when no guess is left, or another code has taken the place of this one. */
  guess(id: string, now: number): Promise<boolean> {
    return this.isOne(
      `UPDATE sign_in_codes SET guesses = guesses + 1
       WHERE id = ? AND used_at IS NULL AND expires_at > ? AND guesses < ${MAX_GUESSES} AND ${IS_NEWEST} RETURNING id`,
      [id, now],
    )
  }

  /** For a guess that was right and opened nothing. */
  async giveBack(id: string): Promise<void> {
    await this.sql.run(`UPDATE sign_in_codes SET guesses = guesses - 1 WHERE id = ? AND guesses > 0`, [id])
  }

  /** Of many callers exactly one gets true. */
  take(id: string, now: number): Promise<boolean> {
    return this.isOne(
      `UPDATE sign_in_codes SET used_at = ? WHERE id = ? AND used_at IS NULL AND expires_at > ? AND ${IS_NEWEST} RETURNING id`,
      [now, id, now],
    )
  }
}
