import { type Connection, Table } from '../../../platform/store/table.ts'

export const activeOrganisationsIn = (tx: Connection): ActiveOrganisationsTable => new ActiveOrganisationsTable(tx)

/** A session stores the id of its active organisation and never a role: the membership is looked up on every read. */
export class ActiveOrganisationsTable extends Table {
  async set(sessionId: string, orgId: string | undefined): Promise<void> {
    await this.sql.run(`UPDATE sessions SET active_org_id = ? WHERE id = ?`, [orgId ?? null, sessionId])
  }
}
