import { type Connection, Table } from '../../../platform/store/table.ts'

export const activeOrganisationsIn = (tx: Connection): ActiveOrganisationsTable => new ActiveOrganisationsTable(tx)

/** Which organisation a session is about, by the wish of its app: an id, and never a role. What it means is looked up when it is read. */
export class ActiveOrganisationsTable extends Table {
  async set(sessionId: string, orgId: string | undefined): Promise<void> {
    await this.sql.run(`UPDATE sessions SET active_org_id = ? WHERE id = ?`, [orgId ?? null, sessionId])
  }
}
