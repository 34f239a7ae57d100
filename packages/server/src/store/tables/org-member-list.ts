import { setImmediate as nextTurn } from 'node:timers/promises'
import type { OrgRole } from '../../kernel/org-roles.ts'
import { cell, columns, number, type RowOf, text, time } from '../columns.ts'
import type { Row, Sql } from '../engine.ts'

const LISTED = columns('org_members', {
  accountId: text('account_id'),
  name: text('name'),
  email: text('email'),
  role: text<OrgRole>('role'),
  joinedAt: time('joined_at'),
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

/** Members as people see them, those who joined first coming first, with how many there are in all. */
export class OrgMemberListTable {
  readonly #sql: Sql

  constructor(sql: Sql) {
    this.#sql = sql
  }

  async list(orgId: string, filter: MemberFilter, page: Page): Promise<Listed> {
    return filter.search === '' ? this.#all(orgId, page) : this.#matching(orgId, filter, page)
  }

  async #all(orgId: string, { limit, offset }: Page): Promise<Listed> {
    const [count] = await this.#sql.query(`SELECT member_count AS total FROM organisations WHERE id = ?`, [orgId])
    const rows = await this.#sql.query(
      `${SEEN} (SELECT account_id, role, joined_at FROM org_members WHERE org_id = ? ${ORDER} LIMIT ? OFFSET ?) AS m ${NAMED}`,
      [orgId, limit, offset],
    )
    return { total: cell(count, number('total')), members: rows.map(LISTED.read) }
  }

  /** Every name is looked at, with room for other requests in between: an organisation has a cap, and no index of the words in it. */
  async #matching(orgId: string, filter: MemberFilter, { limit, offset }: Page): Promise<Listed> {
    const members: ListedMember[] = []
    let total = 0
    for await (const piece of this.#pieces(orgId)) {
      const found = piece.filter((member) => matches(member, filter))
      const skipped = Math.max(0, offset - total)
      members.push(...found.slice(skipped, skipped + limit - members.length))
      total += found.length
    }
    return { total, members }
  }

  async *#pieces(orgId: string): AsyncGenerator<readonly ListedMember[]> {
    let last: Pick<ListedMember, 'joinedAt' | 'accountId'> | undefined = { joinedAt: -1, accountId: '' }
    while (last) {
      const rows: readonly Row[] = await this.#sql.query(
        `${SEEN} (SELECT account_id, role, joined_at FROM org_members WHERE org_id = ? AND (joined_at, account_id) > (?, ?)
         ${ORDER} LIMIT ${PIECE}) AS m ${NAMED}`,
        [orgId, last.joinedAt, last.accountId],
      )
      const piece = rows.map(LISTED.read)
      yield piece
      last = piece.length === PIECE ? piece.at(-1) : undefined
      if (last) await nextTurn()
    }
  }
}

/** In capitals or not. */
function matches({ name, email }: ListedMember, { search, seesEmails }: MemberFilter): boolean {
  const begins = search.toLowerCase()
  return ` ${name.toLowerCase()}`.includes(` ${begins}`) || (seesEmails && email.startsWith(begins))
}
