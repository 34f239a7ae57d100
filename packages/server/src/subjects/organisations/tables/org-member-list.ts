import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Page } from '../../../gate/lists/paging.ts'
import { cell, columns, type RowOf, text, time } from '../../../platform/store/columns.ts'
import type { Row } from '../../../platform/store/engine.ts'
import { type Connection, placeholders, Table } from '../../../platform/store/table.ts'
import type { OrgRole } from '../org-roles.ts'

const [ACCOUNT_ID, NAME, EMAIL, JOINED_AT] = [text('account_id'), text('name'), text('email'), time('joined_at')]
const ROLE = text<OrgRole>('role')
const LISTED = columns('org_members', { accountId: ACCOUNT_ID, name: NAME, email: EMAIL, role: ROLE, joinedAt: JOINED_AT })

export type ListedMember = RowOf<typeof LISTED>

type MemberFilter = { readonly search: string; readonly seesEmails: boolean }

/** A search reads so many members at once: a few milliseconds of SQLite, during which all other requests wait. */
const PIECE = 500

const ORDER = `ORDER BY joined_at, account_id`
const NAMED = `JOIN accounts a ON a.id = m.account_id ORDER BY m.joined_at, m.account_id`
const SEEN = `SELECT m.account_id, a.name, a.email, m.role, m.joined_at FROM`

export const orgMemberListIn = (tx: Connection): OrgMemberListTable => new OrgMemberListTable(tx)

export class OrgMemberListTable extends Table {
  async list(orgId: string, filter: MemberFilter, page: Page) {
    return filter.search === '' ? this.#all(orgId, page) : this.#matching(orgId, filter, page)
  }

  async #all(orgId: string, { limit, offset }: Page) {
    const total = await this.total(`SELECT member_count AS total FROM organisations WHERE id = ?`, [orgId])
    const members = await this.all(
      LISTED,
      `${SEEN} (SELECT account_id, role, joined_at FROM org_members WHERE org_id = ? ${ORDER} LIMIT ? OFFSET ?) AS m ${NAMED}`,
      [orgId, limit, offset],
    )
    return { total, members }
  }

  /** Names have no index, so every member is read, with room for other requests in between. A cap limits the members. */
  async #matching(orgId: string, filter: MemberFilter, { limit, offset }: Page) {
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

  async *#pieces(orgId: string): AsyncGenerator<readonly Row[]> {
    let after: readonly [number, string] | undefined = [-1, '']
    while (after) {
      const rows: readonly Row[] = await this.sql.query(
        `SELECT m.account_id, m.joined_at, a.name, a.email FROM (
           SELECT account_id, joined_at FROM org_members WHERE org_id = ? AND (joined_at, account_id) > (?, ?) ${ORDER} LIMIT ${PIECE}
         ) AS m ${NAMED}`,
        [orgId, ...after],
      )
      yield rows
      const last = rows.length === PIECE ? rows.at(-1) : undefined
      after = last && [cell(last, JOINED_AT), cell(last, ACCOUNT_ID)]
      if (after) await nextTurn()
    }
  }

  async #read(orgId: string, ids: readonly string[]): Promise<readonly ListedMember[]> {
    if (ids.length === 0) return []
    const rows = `SELECT account_id, role, joined_at FROM org_members WHERE org_id = ? AND account_id IN (${placeholders(ids)})`
    return this.all(LISTED, `${SEEN} (${rows}) AS m ${NAMED}`, [orgId, ...ids])
  }
}

function matching({ search, seesEmails }: MemberFilter): (row: Row) => boolean {
  const begins = search.toLowerCase()
  const word = ` ${begins}`
  return (row) => ` ${cell(row, NAME).toLowerCase()}`.includes(word) || (seesEmails && cell(row, EMAIL).startsWith(begins))
}
