import { setImmediate as nextTurn } from 'node:timers/promises'
import { cell, columns, number, type RowOf, text, time } from '../../../platform/store/columns.ts'
import type { Row } from '../../../platform/store/engine.ts'
import { type Connection, marks, Table } from '../../../platform/store/table.ts'
import type { OrgRole } from '../org-roles.ts'

const [ACCOUNT_ID, NAME, EMAIL, JOINED_AT] = [text('account_id'), text('name'), text('email'), time('joined_at')]

const LISTED = columns('org_members', {
  accountId: ACCOUNT_ID,
  name: NAME,
  email: EMAIL,
  role: text<OrgRole>('role'),
  joinedAt: JOINED_AT,
})

export type ListedMember = RowOf<typeof LISTED>

interface MemberFilter {
  /** The beginning of a word of the name. Empty for all. */
  readonly search: string
  /** The address is searched too. */
  readonly seesEmails: boolean
}

interface Page {
  readonly limit: number
  readonly offset: number
}

interface Listed {
  readonly total: number
  readonly members: readonly ListedMember[]
}

/** Members that a search reads at once: a few milliseconds of SQLite, which holds all other requests up. */
const PIECE = 500

const ORDER = `ORDER BY joined_at, account_id`
const NAMED = `JOIN accounts a ON a.id = m.account_id ORDER BY m.joined_at, m.account_id`
const SEEN = `SELECT m.account_id, a.name, a.email, m.role, m.joined_at FROM`

export const orgMemberListIn = (tx: Connection): OrgMemberListTable => new OrgMemberListTable(tx)

/** Members as people see them, those who joined first coming first, with how many there are in all. */
export class OrgMemberListTable extends Table {
  async list(orgId: string, filter: MemberFilter, page: Page): Promise<Listed> {
    return filter.search === '' ? this.#all(orgId, page) : this.#matching(orgId, filter, page)
  }

  async #all(orgId: string, { limit, offset }: Page): Promise<Listed> {
    const [count] = await this.sql.query(`SELECT member_count AS total FROM organisations WHERE id = ?`, [orgId])
    const rows = await this.sql.query(
      `${SEEN} (SELECT account_id, role, joined_at FROM org_members WHERE org_id = ? ${ORDER} LIMIT ? OFFSET ?) AS m ${NAMED}`,
      [orgId, limit, offset],
    )
    return { total: cell(count, number('total')), members: rows.map(LISTED.read) }
  }

  /** Every name is looked at, with room for other requests in between: an organisation has a cap, and no index of the words in it. */
  async #matching(orgId: string, filter: MemberFilter, { limit, offset }: Page): Promise<Listed> {
    const ids: string[] = []
    let total = 0
    for await (const piece of this.#pieces(orgId)) {
      const found = piece.filter(matching(filter))
      const skipped = Math.max(0, offset - total)
      ids.push(...found.slice(skipped, skipped + limit - ids.length).map((row) => cell(row, ACCOUNT_ID)))
      total += found.length
    }
    return { total, members: await this.#read(orgId, ids) }
  }

  /** Of each member what the index of their age has, and the name and the address. */
  async *#pieces(orgId: string): AsyncGenerator<readonly Row[]> {
    let behind: readonly [number, string] | undefined = [-1, '']
    while (behind) {
      const rows: readonly Row[] = await this.sql.query(
        `SELECT m.account_id, m.joined_at, a.name, a.email FROM (
           SELECT account_id, joined_at FROM org_members WHERE org_id = ? AND (joined_at, account_id) > (?, ?) ${ORDER} LIMIT ${PIECE}
         ) AS m ${NAMED}`,
        [orgId, ...behind],
      )
      yield rows
      const last = rows.length === PIECE ? rows.at(-1) : undefined
      behind = last && [cell(last, JOINED_AT), cell(last, ACCOUNT_ID)]
      if (behind) await nextTurn()
    }
  }

  async #read(orgId: string, ids: readonly string[]): Promise<readonly ListedMember[]> {
    if (ids.length === 0) return []
    const wanted = `org_id = ? AND account_id IN (${marks(ids)})`
    return this.all(LISTED, `${SEEN} (SELECT account_id, role, joined_at FROM org_members WHERE ${wanted}) AS m ${NAMED}`, [
      orgId,
      ...ids,
    ])
  }
}

/** Whether a word of the name begins so, in capitals or not. */
function matching({ search, seesEmails }: MemberFilter): (row: Row) => boolean {
  const begins = search.toLowerCase()
  const word = ` ${begins}`
  return (row) => ` ${cell(row, NAME).toLowerCase()}`.includes(word) || (seesEmails && cell(row, EMAIL).startsWith(begins))
}
