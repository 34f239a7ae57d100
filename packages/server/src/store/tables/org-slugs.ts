import type { Sql } from '../engine.ts'

/** Slugs of organisations: in use, or given up and kept for a while. Callers hold the organisation's row. */
export class OrgSlugsTable {
  readonly #sql: Sql

  constructor(sql: Sql) {
    this.#sql = sql
  }

  /** Of many callers exactly one gets true. One that an organisation gave up is free again after its time, and for itself at once. */
  async claim(slug: string, orgId: string, now: number): Promise<boolean> {
    const rows = await this.#sql.query(
      `INSERT INTO org_slugs (slug, org_id, held_until) VALUES (?, ?, NULL)
       ON CONFLICT (slug) DO UPDATE SET org_id = excluded.org_id, held_until = NULL
       WHERE org_slugs.org_id = excluded.org_id OR org_slugs.held_until <= ? RETURNING slug`,
      [slug, orgId, now],
    )
    return rows.length === 1
  }

  async giveUp(slug: string, orgId: string, heldUntil: number): Promise<void> {
    await this.#sql.run(`UPDATE org_slugs SET held_until = ? WHERE slug = ? AND org_id = ?`, [heldUntil, slug, orgId])
  }

  async purge(before: number, limit: number): Promise<number> {
    const rows = await this.#sql.query(
      `DELETE FROM org_slugs WHERE slug IN (SELECT slug FROM org_slugs WHERE held_until < ? LIMIT ?) RETURNING slug`,
      [before, limit],
    )
    return rows.length
  }
}
