import { cell, text } from '../../../platform/store/columns.ts'
import { type Connection, inPieces, padded, placeholders, Table } from '../../../platform/store/table.ts'
import { ACCOUNTS } from './account-columns.ts'
import { AccountWordsTable } from './account-words.ts'
import { INITIAL_COLUMNS, type NewAccount } from './accounts.ts'

const BATCHED = ACCOUNTS.omit('mailboxProvedIn', 'sessionEpoch')
const INSERT = BATCHED.insert()

/** What an account may have from its first moment when it was one elsewhere before. */
interface Brought {
  readonly bannedAt: number | undefined
  readonly banReason: string | undefined
  readonly totpAt: number | undefined
  readonly passkeyGateAt: number | undefined
  readonly emailFactorAt: number | undefined
  readonly userHandle: string | undefined
  readonly dataUpdatedAt: number | undefined
  readonly updatedAt: number
  readonly hasSignedIn: boolean
  readonly lastSeenAt: number | undefined
  readonly lastSignInAt: number
  readonly lastActiveAt: number
}

export type BatchedAccount = NewAccount & Brought

/** An address was free a moment ago, and is not now: the transaction has to begin again. */
export class AddressReserved extends Error {}

export const accountBatchesIn = (tx: Connection): AccountBatchesTable => new AccountBatchesTable(tx)

/** Many accounts in few statements. Only inside a transaction, in which addresses and ids were found free. */
export class AccountBatchesTable extends Table {
  /** Everything that is derived from an account is made with it, as where one is registered. */
  async add(accounts: readonly BatchedAccount[], now: number): Promise<void> {
    if (accounts.length === 0) return
    const rows = accounts.map((account) => ({
      ...{ ...INITIAL_COLUMNS, credentialVersion: 1, wordsOf: `${account.email} ${account.name}` },
      ...account,
    }))
    for (const some of inPieces(rows)) await this.sql.run(INSERT.textOf(some.length), some.flatMap(INSERT.params))
    // Only after the insertion, which waits for a concurrent change of address that frees and reserves one of these.
    if (
      (
        await this.reserved(
          accounts.map(({ email }) => email),
          now,
        )
      ).size > 0
    )
      throw new AddressReserved()
    for (const { createdAt } of accounts) this.effects.count('account', createdAt, 1)
    await new AccountWordsTable(this.connection).add(accounts)
  }

  /** Which of these addresses accounts have, with their ids. */
  async withAddresses(emails: readonly string[]): Promise<ReadonlyMap<string, string>> {
    return this.#idsBy('email', emails)
  }

  /** Which of these addresses are kept for an account that may go back to one. */
  async reserved(emails: readonly string[], now: number): Promise<ReadonlySet<string>> {
    if (emails.length === 0) return new Set()
    const asked = padded(emails)
    const rows = await this.sql.query(
      `SELECT email FROM email_reverts WHERE email IN (${placeholders(asked)})
         AND used_at IS NULL AND ended_at IS NULL AND expires_at > ?`,
      [...asked, now],
    )
    return new Set(rows.map((row) => cell(row, text('email'))))
  }

  /** Ids of deleted accounts are taken until the purge has removed all of them. */
  async taken(ids: readonly string[]): Promise<ReadonlySet<string>> {
    return new Set((await this.#idsBy('id', ids)).values())
  }

  async #idsBy(column: 'email' | 'id', values: readonly string[]): Promise<ReadonlyMap<string, string>> {
    if (values.length === 0) return new Map()
    const asked = padded(values)
    const rows = await this.sql.query(`SELECT id, email FROM accounts WHERE ${column} IN (${placeholders(asked)})`, asked)
    return new Map(rows.map((row) => [cell(row, text('email')), cell(row, text('id'))]))
  }
}
