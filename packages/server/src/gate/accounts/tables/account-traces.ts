import { inPieces } from '../../../platform/store/pieces.ts'
import { type AnyTable, type Connection, Table } from '../../../platform/store/table.ts'
import { EVENT } from '../../audit/tables/audit.ts'

const LOGGED = EVENT.pick('id', 'metadata')

/** Of what an account has left in rows that are not its own, and outlive it: by an index each. */
function forgetting({ name, facts: { key, deleted } }: AnyTable): string | undefined {
  const [change, column] =
    'forgotten' in deleted
      ? [`UPDATE ${name} SET ${deleted.forgotten} = ${deleted.as}`, deleted.forgotten]
      : 'removedInPieces' in deleted
        ? [`DELETE FROM ${name}`, deleted.removedInPieces]
        : []
  return (
    change &&
    `${change} WHERE ${column} = ? AND ${key} IN (SELECT ${key} FROM ${name} WHERE ${column} = ? LIMIT ?) RETURNING ${key}`
  )
}

export const accountTracesIn = (tx: Connection): AccountTracesTable => new AccountTracesTable(tx)

/** What an account leaves behind with others. Only inside the transaction that deletes it, which holds its row. */
export class AccountTracesTable extends Table {
  /** Others keep what it made, and no longer know by whom. */
  async forget(accountId: string): Promise<void> {
    for (const table of this.connection.tables) {
      const statement = forgetting(table)
      if (statement !== undefined) await inPieces(this.sql, statement, [accountId, accountId])
    }
    await this.#forgetReasons(accountId)
  }

  /** Invites to an address that has proved to be its own, whatever became of them. */
  async removeInvitesTo(email: string): Promise<void> {
    for (const table of ['invites', 'org_invites'])
      await inPieces(
        this.sql,
        `DELETE FROM ${table} WHERE id IN (SELECT id FROM ${table} WHERE email = ? LIMIT ?) RETURNING id`,
        [email],
      )
  }

  /** Why it was banned is free text about a person. That it was stays in the log. */
  async #forgetReasons(accountId: string): Promise<void> {
    const bans = await this.sql.query(
      `SELECT ${LOGGED.names} FROM audit_events WHERE type = 'admin.user.banned' AND target_user_id = ?`,
      [accountId],
    )
    for (const { id, metadata } of bans.map(LOGGED.read)) {
      const { reason: _, ...kept } = metadata
      await this.sql.run(`UPDATE audit_events SET metadata = ? WHERE id = ?`, [JSON.stringify(kept), id])
    }
  }
}
