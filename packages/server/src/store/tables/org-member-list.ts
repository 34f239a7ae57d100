import type { OrgRole } from '../../kernel/org-roles.ts'
import { cell, columns, number, type RowOf, text, time } from '../columns.ts'
import type { Sql, Value } from '../engine.ts'
import { beginning, nameBegins } from './name-begins.ts'

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

/** Members as people see them. */
export class OrgMemberListTable {
  readonly #sql: Sql

  constructor(sql: Sql) {
    this.#sql = sql
  }

  /** Those who joined first come first, with how many there are in all. */
  async list(orgId: string, filter: MemberFilter, { limit, offset }: { readonly limit: number; readonly offset: number }) {
    const [condition, params] = conditionOf(filter)
    const from = `FROM org_members m JOIN accounts a ON a.id = m.account_id WHERE m.org_id = ?${condition}`
    const [count] =
      filter.search === ''
        ? await this.#sql.query(`SELECT COUNT(*) AS total FROM org_members WHERE org_id = ?`, [orgId])
        : await this.#sql.query(`SELECT COUNT(*) AS total ${from}`, [orgId, ...params])
    const rows = await this.#sql.query(
      `SELECT m.account_id, a.name, a.email, m.role, m.joined_at ${from} ORDER BY m.joined_at, m.account_id LIMIT ? OFFSET ?`,
      [orgId, ...params, limit, offset],
    )
    return { total: cell(count, number('total')), members: rows.map(LISTED.read) }
  }
}

function conditionOf({ search, seesEmails }: MemberFilter): readonly [condition: string, params: readonly Value[]] {
  if (search === '') return ['', []]
  const [named, params] = nameBegins('a.name', search)
  if (!seesEmails) return [` AND (${named})`, params]
  return [` AND (${named} OR a.email LIKE ? ESCAPE '!')`, [...params, beginning(search.toLowerCase())]]
}
