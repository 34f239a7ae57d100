import { cell, number } from '../columns.ts'
import type { Sql, Value } from '../engine.ts'
import { beginning, nameBegins } from './name-begins.ts'
import { ORGANISATION, type Organisation } from './organisations.ts'

interface OrganisationFilter {
  /** Empty for all. */
  readonly search: string
  readonly isOwnerless: boolean | undefined
}

/** Those without an owner, and those that a banned account owns: only they can be without one who could sign in. */
const OWNERLESS = `(o.owner_count = 0 OR o.id IN (
    SELECT m.org_id FROM accounts a JOIN org_members m ON m.account_id = a.id AND m.role = 'owner' WHERE a.banned_at IS NOT NULL))
  AND NOT EXISTS (
    SELECT 1 FROM org_members m JOIN accounts a ON a.id = m.account_id
    WHERE m.org_id = o.id AND m.role = 'owner' AND a.banned_at IS NULL)`

const LISTED = ORGANISATION.select('o')

/** Organisations as administrators look for them. */
export class OrganisationListTable {
  readonly #sql: Sql

  constructor(sql: Sql) {
    this.#sql = sql
  }

  /** Newest first, with how many there are in all. */
  async list(
    filter: OrganisationFilter,
    { limit, offset }: { readonly limit: number; readonly offset: number },
  ): Promise<{ readonly total: number; readonly orgs: readonly Organisation[] }> {
    const [condition, params] = conditionOf(filter)
    const [count] = await this.#sql.query(`SELECT COUNT(*) AS total FROM organisations o WHERE ${condition}`, params)
    const rows = await this.#sql.query(
      `SELECT ${LISTED.names} FROM organisations o WHERE ${condition} ORDER BY o.created_at DESC, o.id DESC LIMIT ? OFFSET ?`,
      [...params, limit, offset],
    )
    return { total: cell(count, number('total')), orgs: rows.map(LISTED.read) }
  }
}

function conditionOf({ search, isOwnerless }: OrganisationFilter): readonly [condition: string, params: readonly Value[]] {
  const conditions = ['1 = 1']
  const params: Value[] = []
  if (search !== '') {
    const lower = search.toLowerCase()
    const [named, names] = nameBegins('o.name', search)
    conditions.push(`(o.id = ? OR o.slug LIKE ? ESCAPE '!' OR ${named})`)
    params.push(lower, beginning(lower), ...names)
  }
  if (isOwnerless !== undefined) conditions.push(isOwnerless ? OWNERLESS : `NOT (${OWNERLESS})`)
  return [conditions.join(' AND '), params]
}
