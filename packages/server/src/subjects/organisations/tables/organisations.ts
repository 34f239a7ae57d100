import { inBatches } from '../../../platform/store/batches.ts'
import { cell, number, optional, type RowOf, text, time } from '../../../platform/store/columns.ts'
import { type Connection, Table, table } from '../../../platform/store/table.ts'
import type { OrgRole } from '../org-roles.ts'
import { OrgWordsTable } from './org-words.ts'

export const ORGANISATIONS = table('organisations', {
  key: 'id',
  columns: {
    id: text('id'),
    name: text('name'),
    slug: text('slug'),
    /** Undefined where the account is gone. */
    createdBy: optional(text('created_by')),
    /** Banned owners count too. */
    ownerCount: number('owner_count'),
    memberCount: number('member_count'),
    createdAt: time('created_at'),
    updatedAt: time('updated_at'),
    /** The text that the search words were made of. */
    wordsOf: text('words_of'),
    /** JSON of the values of declared fields. */
    data: optional(text('data')),
    dataUpdatedAt: optional(time('data_updated_at')),
    /** The import that has made it, and may add members. */
    broughtIn: optional(text('brought_in')),
  },
  purged: { never: 'an organisation lasts until it is deleted' },
  deleted: { forgotten: 'created_by', as: 'NULL' },
  restored: { kept: 'it is no secret' },
  exported: ['id', 'name', 'slug'],
  carried: {
    without: {
      createdBy: 'it gives nothing, and may name an account of another service',
      ownerCount: 'it is counted',
      memberCount: 'it is counted',
      wordsOf: 'it is derived from the name',
      broughtIn: 'the run has its row here',
    },
  },
})
export const ORGANISATION = ORGANISATIONS.omit('wordsOf', 'data', 'dataUpdatedAt', 'broughtIn')

const INSERT = ORGANISATIONS.omit('data', 'dataUpdatedAt', 'broughtIn').insert()
const wordsOf = ({ slug, name }: Pick<Organisation, 'name' | 'slug'>): string => `${slug} ${name}`
const JOINED = ORGANISATION.select('o')
const NAMED = ORGANISATIONS.pick('id', 'slug', 'name').select('o')
const ROLE = text<OrgRole>('role')
const JOINED_AT = time('joined_at')

export type Organisation = RowOf<typeof ORGANISATION>

export const organisationsIn = (tx: Connection): OrganisationsTable => new OrganisationsTable(tx)

export class OrganisationsTable extends Table {
  /** Members are added by `OrgMembersTable`, which counts them. */
  async add(organisation: Omit<Organisation, 'ownerCount' | 'memberCount' | 'updatedAt'>): Promise<void> {
    const computed = { ownerCount: 0, memberCount: 0, updatedAt: organisation.createdAt, wordsOf: wordsOf(organisation) }
    await this.sql.run(INSERT.text, INSERT.params({ ...organisation, ...computed }))
    await new OrgWordsTable(this.connection).replace(organisation)
  }

  find(id: string): Promise<Organisation | undefined> {
    return this.oneWhere(ORGANISATION, `id = ?`, [id])
  }

  findBySlug(slug: string): Promise<Organisation | undefined> {
    return this.oneWhere(ORGANISATION, `slug = ?`, [slug])
  }

  async listOf(accountId: string, limit: number, offset: number) {
    const total = await this.total(`SELECT COUNT(*) AS total FROM org_members WHERE account_id = ?`, [accountId])
    const rows = await this.sql.query(
      `SELECT ${JOINED.names}, m.role, m.joined_at FROM org_members m JOIN organisations o ON o.id = m.org_id
       WHERE m.account_id = ? ORDER BY o.name, o.id LIMIT ? OFFSET ?`,
      [accountId, limit, offset],
    )
    const found = rows.map((row) => ({ org: JOINED.read(row), role: cell(row, ROLE), joinedAt: cell(row, JOINED_AT) }))
    return { total, found }
  }

  /** By their slugs, so that the same ones are told every time where there are more. */
  async membershipsOf(accountId: string, most: number) {
    const rows = await this.sql.query(
      `SELECT ${NAMED.names}, m.role FROM org_members m JOIN organisations o ON o.id = m.org_id
       WHERE m.account_id = ? ORDER BY o.slug LIMIT ?`,
      [accountId, most],
    )
    return rows.map((row) => ({ ...NAMED.read(row), role: cell(row, ROLE) }))
  }

  /** The organisation that the app has chosen for the session, if the account still belongs to it; else its only organisation. */
  async activeIn(sessionId: string): Promise<Organisation | undefined> {
    const [first, second] = await this.sql.query(
      `SELECT ${JOINED.names}, CASE WHEN o.id = s.active_org_id THEN 1 ELSE 0 END AS is_chosen
       FROM sessions s JOIN org_members m ON m.account_id = s.account_id JOIN organisations o ON o.id = m.org_id
       WHERE s.id = ? ORDER BY is_chosen DESC LIMIT 2`,
      [sessionId],
    )
    if (!first) return undefined
    return second === undefined || cell(first, number('is_chosen')) === 1 ? JOINED.read(first) : undefined
  }

  /** Locks the row until the transaction ends. Organisations are locked before accounts, several in the order of their ids. */
  lock(id: string): Promise<Organisation | undefined> {
    const statement = `UPDATE organisations SET member_count = member_count WHERE id = ? RETURNING ${ORGANISATION.names}`
    return this.one(ORGANISATION, statement, [id], id)
  }

  async set(organisation: Organisation): Promise<void> {
    const { id, name, slug, updatedAt } = organisation
    const values = [name, slug, wordsOf(organisation), updatedAt, id]
    await this.sql.run(`UPDATE organisations SET name = ?, slug = ?, words_of = ?, updated_at = ? WHERE id = ?`, values)
    await new OrgWordsTable(this.connection).replace(organisation)
  }

  /** Removes invites and members too. The caller has removed the owners before, since these are counted on their accounts. */
  async remove(id: string): Promise<void> {
    for (const [table, key] of Object.entries({ org_members: 'account_id', org_invites: 'id' }))
      await inBatches(
        this.sql,
        `DELETE FROM ${table} WHERE org_id = ? AND ${key} IN (SELECT ${key} FROM ${table} WHERE org_id = ? LIMIT ?) RETURNING ${key}`,
        [id, id],
      )
    await this.sql.run(`DELETE FROM organisations WHERE id = ?`, [id])
  }
}
