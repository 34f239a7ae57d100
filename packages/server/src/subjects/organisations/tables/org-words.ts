import { sharedWith } from '../../../gate/accounts/tables/account-words.ts'
import { wordsOf } from '../../../platform/kernel/search-words.ts'
import { columns, number, type RowOf, text, time } from '../../../platform/store/columns.ts'
import { type Connection, Table, table } from '../../../platform/store/table.ts'

/** `shared` is how many characters a word has in common with the organisation's word before it, in alphabetical order. */
export const ORG_WORDS = table('org_words', {
  key: 'org_id',
  columns: { orgId: text('org_id'), word: text('word'), shared: number('shared'), createdAt: time('created_at') },
  purged: { with: 'organisations' },
  deleted: { kept: 'they are those of an organisation' },
  restored: { kept: 'they are those of an organisation' },
  exported: [],
})
const INSERT = ORG_WORDS.insert()

/** Organisations whose search words are out of date. An index has the same condition, word for word. */
export const WAITING = `CASE WHEN words_of = slug || ' ' || name THEN 0 ELSE 1 END = 1`

const NAMED = columns('organisations', { id: text('id'), name: text('name'), slug: text('slug'), createdAt: time('created_at') })

export const orgWordsIn = (tx: Connection): OrgWordsTable => new OrgWordsTable(tx)

/** The words that administrators search organisations by. They are written in the transaction that changes the name. */
export class OrgWordsTable extends Table {
  async replace({ id: orgId, name, slug, createdAt }: RowOf<typeof NAMED>): Promise<void> {
    await this.sql.run(`DELETE FROM org_words WHERE org_id = ?`, [orgId])
    const rows = sharedWith(wordsOf({ name, email: slug })).map((word) => ({ ...word, orgId, createdAt }))
    if (rows.length > 0) await this.sql.run(INSERT.textOf(rows.length), rows.flatMap(INSERT.params))
  }

  /** Writes the words of a few organisations that an older version has written. Only inside a transaction. */
  async catchUp(limit: number): Promise<number> {
    const rows = await this.sql.query(
      `UPDATE organisations SET words_of = slug || ' ' || name
        WHERE id IN (SELECT id FROM organisations WHERE ${WAITING} ORDER BY created_at, id LIMIT ?) AND ${WAITING}
        RETURNING ${NAMED.names}`,
      [limit],
    )
    for (const organisation of rows.map(NAMED.read)) await this.replace(organisation)
    return rows.length
  }
}
