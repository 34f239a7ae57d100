import { wordsOf } from '../../../platform/kernel/search-words.ts'
import { number, type RowOf, text, time } from '../../../platform/store/columns.ts'
import { type Connection, placeholders, Table, table } from '../../../platform/store/table.ts'
import { ACCOUNT } from './account-columns.ts'

const NAMED = ACCOUNT.pick('id', 'email', 'name', 'createdAt')
type Named = RowOf<typeof NAMED>

export const ACCOUNT_WORDS = table('account_words', {
  key: 'account_id',
  columns: {
    accountId: text('account_id'),
    word: text('word'),
    /** How many characters the word shares with the beginning of the account's previous word. */
    shared: number('shared'),
    createdAt: time('created_at'),
  },
  purged: { with: 'accounts' },
  deleted: { removed: 'account_id' },
  restored: { kept: 'they are those of the account' },
  exported: [],
  carried: 'they are derived from name and address',
})
const INSERT = ACCOUNT_WORDS.insert()

/** Rows in one statement: as many as one account has at most, so that a registration needs a single statement. */
const ROWS = 60

/**
 * Accounts whose words are not those of their name and address. Word for word the condition of an index, and an equation because
 * PostgreSQL expects few rows of an equation: for an inequality it would scan all accounts without the index.
 */
export const WAITING = `CASE WHEN words_of = email || ' ' || name THEN 0 ELSE 1 END = 1`

export const accountWordsIn = (tx: Connection): AccountWordsTable => new AccountWordsTable(tx)

export class AccountWordsTable extends Table {
  async add(accounts: readonly Named[]): Promise<void> {
    const rows = accounts.flatMap(rowsOf)
    for (let start = 0; start < rows.length; start += ROWS) {
      const some = rows.slice(start, start + ROWS)
      await this.sql.run(INSERT.textOf(some.length), some.flatMap(INSERT.params))
    }
  }

  async replace(accounts: readonly Named[]): Promise<void> {
    if (accounts.length === 0) return
    const ids = accounts.map(({ id }) => id)
    await this.sql.run(`DELETE FROM account_words WHERE account_id IN (${placeholders(ids)})`, ids)
    await this.add(accounts)
  }

  /** Only inside a transaction, which locks the rows, so that a concurrent change of a name is read here or made after. */
  async catchUp(limit: number): Promise<number> {
    const rows = await this.sql.query(
      `UPDATE accounts SET words_of = email || ' ' || name
        WHERE id IN (SELECT id FROM accounts WHERE ${WAITING} ORDER BY created_at, id LIMIT ?) AND ${WAITING}
        RETURNING ${NAMED.names}`,
      [limit],
    )
    await this.replace(rows.map(NAMED.read))
    return rows.length
  }
}

function rowsOf(account: Named): readonly RowOf<typeof ACCOUNT_WORDS>[] {
  return sharedWith(wordsOf(account)).map((word) => ({ ...word, accountId: account.id, createdAt: account.createdAt }))
}

export const sharedWith = (words: readonly string[]): readonly { readonly word: string; readonly shared: number }[] =>
  words.map((word, index) => ({ word, shared: sharedLength(words[index - 1] ?? '', word) }))

function sharedLength(one: string, other: string): number {
  let length = 0
  while (length < one.length && one[length] === other[length]) length++
  return length
}
