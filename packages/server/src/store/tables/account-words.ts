import { wordsOf } from '../../kernel/search-words.ts'
import type { Sql, Value } from '../engine.ts'

interface Named {
  readonly id: string
  readonly email: string
  readonly name: string
  readonly createdAt: number
}

/** Rows in one statement: as many as one account has at most, so that a registration sends no more than one. */
const ROWS = 60

/**
 * Accounts whose words are not those of their name and address. Word for word the condition of an index, and an equation
 * because PostgreSQL takes those for rare: of an inequality it would seek the first among all accounts, without the index.
 */
export const WAITING = `CASE WHEN words_of = email || ' ' || name THEN 0 ELSE 1 END = 1`

/** The words that accounts are searched by. They change in the transaction that changes the account, and go with it. */
export class AccountWordsTable {
  readonly #sql: Sql

  constructor(sql: Sql) {
    this.#sql = sql
  }

  /** The words of accounts that have none yet. */
  async add(accounts: readonly Named[]): Promise<void> {
    const rows = accounts.flatMap(rowsOf)
    for (let start = 0; start < rows.length; start += ROWS) {
      const some = rows.slice(start, start + ROWS)
      await this.#sql.query(
        `INSERT INTO account_words (account_id, word, shared, created_at) VALUES ${some.map(() => '(?, ?, ?, ?)').join(', ')}`,
        some.flat(),
      )
    }
  }

  async replace(accounts: readonly Named[]): Promise<void> {
    if (accounts.length === 0) return
    const ids = accounts.map(({ id }) => id)
    await this.#sql.query(`DELETE FROM account_words WHERE account_id IN (${ids.map(() => '?').join(', ')})`, ids)
    await this.add(accounts)
  }

  /**
   * Makes the words of a few accounts that wait for them, and says of how many. Only inside a transaction, which holds
   * their rows: whoever renames one of them does it before, and is read, or after, and writes the words anew.
   */
  async catchUp(limit: number): Promise<number> {
    const rows = await this.#sql.query(
      `UPDATE accounts SET words_of = email || ' ' || name
        WHERE id IN (SELECT id FROM accounts WHERE ${WAITING} ORDER BY created_at, id LIMIT ?) AND ${WAITING}
        RETURNING id, email, name, created_at`,
      [limit],
    )
    await this.replace(
      rows.map((row) => ({
        id: row['id'] as string,
        email: row['email'] as string,
        name: row['name'] as string,
        createdAt: row['created_at'] as number,
      })),
    )
    return rows.length
  }
}

function rowsOf(account: Named): readonly (readonly Value[])[] {
  const words = wordsOf(account)
  return words.map((word, index) => [account.id, word, sharedLength(words[index - 1] ?? '', word), account.createdAt])
}

function sharedLength(one: string, other: string): number {
  let length = 0
  while (length < one.length && one[length] === other[length]) length++
  return length
}
