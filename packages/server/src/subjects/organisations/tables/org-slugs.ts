import { optional, text, time } from '../../../platform/store/columns.ts'
import { type Connection, KEPT_MS, Table, table } from '../../../platform/store/table.ts'

export const ORG_SLUGS = table('org_slugs', {
  key: 'slug',
  columns: { slug: text('slug'), orgId: text('org_id'), heldUntil: optional(time('held_until')) },
  purged: { after: 'held_until', keptMs: KEPT_MS },
  deleted: { kept: 'they are those of an organisation' },
  restored: { kept: 'it is no secret' },
  exported: [],
})

export const orgSlugsIn = (tx: Connection): OrgSlugsTable => new OrgSlugsTable(tx)

/** Slugs in use, and slugs given up that stay reserved for a while. Callers have locked the organisation's row. */
export class OrgSlugsTable extends Table {
  /** Of many callers exactly one gets true. An organisation may take back a slug that it gave up; others wait for `heldUntil`. */
  claim(slug: string, orgId: string, now: number): Promise<boolean> {
    return this.isOne(
      `INSERT INTO org_slugs (slug, org_id, held_until) VALUES (?, ?, NULL)
       ON CONFLICT (slug) DO UPDATE SET org_id = excluded.org_id, held_until = NULL
       WHERE org_slugs.org_id = excluded.org_id OR org_slugs.held_until <= ? RETURNING slug`,
      [slug, orgId, now],
    )
  }

  async giveUp(slug: string, orgId: string, heldUntil: number): Promise<void> {
    await this.sql.run(`UPDATE org_slugs SET held_until = ? WHERE slug = ? AND org_id = ?`, [heldUntil, slug, orgId])
  }
}
