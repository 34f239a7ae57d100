import { cell, type RowOf, text } from '../../../platform/store/columns.ts'
import { type Connection, padded, placeholders, Table } from '../../../platform/store/table.ts'
import { OrgWordsTable } from './org-words.ts'
import { ORGANISATIONS } from './organisations.ts'

const BROUGHT = ORGANISATIONS.omit('createdBy')
const INSERT = BROUGHT.insert()

/** In one statement. */
const MOST_ASKED = 512

type BroughtRow = Omit<RowOf<typeof BROUGHT>, 'ownerCount' | 'memberCount' | 'wordsOf'>

export const broughtOrganisationsIn = (tx: Connection): BroughtOrganisationsTable => new BroughtOrganisationsTable(tx)

/** Organisations of another service of this kind. */
export class BroughtOrganisationsTable extends Table {
  /** False where the id is taken. */
  async add(organisation: BroughtRow): Promise<boolean> {
    const computed = { ownerCount: 0, memberCount: 0, wordsOf: `${organisation.slug} ${organisation.name}` }
    const params = INSERT.params({ ...organisation, ...computed })
    const isAdded = await this.isOne(`${INSERT.text} ON CONFLICT (id) DO NOTHING RETURNING id`, params)
    if (isAdded) await new OrgWordsTable(this.connection).replace(organisation)
    return isAdded
  }

  isTaken(id: string): Promise<boolean> {
    return this.isOne(`SELECT id FROM organisations WHERE id = ?`, [id])
  }

  /** Which of these an import has made. */
  async madeBy(runId: string, ids: readonly string[]): Promise<ReadonlySet<string>> {
    const made = new Set<string>()
    for (let at = 0; at < ids.length; at += MOST_ASKED) {
      const asked = padded(ids.slice(at, at + MOST_ASKED))
      const found = `SELECT id FROM organisations WHERE id IN (${placeholders(asked)}) AND brought_in = ?`
      for (const row of await this.sql.query(found, [...asked, runId])) made.add(cell(row, text('id')))
    }
    return made
  }
}
