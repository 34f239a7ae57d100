import { inBatches } from '../../../platform/store/batches.ts'
import { type AnyTable, type Connection, Table } from '../../../platform/store/table.ts'
import type { LogKey } from '../../audit/log/log-key.ts'
import { sealedEventsIn } from '../../audit/log/sealed-events.ts'
import { EVENT } from '../../audit/tables/audit.ts'

const LOGGED = EVENT.pick('id', 'metadata')

/** The statement that takes an account out of a table whose rows outlive the account, a batch at a time and by an index. */
function forgetting({ name, facts: { key, deleted } }: AnyTable): string | undefined {
  const inTurn = (change: string, column: string, left = '') =>
    `${change} WHERE ${column} = ? AND ${key} IN (SELECT ${key} FROM ${name} WHERE ${column} = ?${left} LIMIT ?) RETURNING ${key}`
  if ('forgotten' in deleted) return inTurn(`UPDATE ${name} SET ${deleted.forgotten} = ${deleted.as}`, deleted.forgotten)
  if ('blanked' in deleted)
    return inTurn(`UPDATE ${name} SET ${deleted.blanked} = ''`, deleted.of, ` AND ${deleted.blanked} <> ''`)
  return 'removedInPieces' in deleted ? inTurn(`DELETE FROM ${name}`, deleted.removedInPieces) : undefined
}

export const accountTracesIn = (tx: Connection): AccountTracesTable => new AccountTracesTable(tx)

/** What an account leaves behind in rows of others. Only inside the transaction that deletes the account. */
export class AccountTracesTable extends Table {
  /** Others keep what the account made, without knowing by whom. */
  async forget(accountId: string, key: Pick<LogKey, 'erasure'> | undefined): Promise<void> {
    for (const table of this.connection.tables) {
      const statement = forgetting(table)
      if (statement !== undefined) await inBatches(this.sql, statement, [accountId, accountId])
    }
    await this.#forgetReasons(accountId, key)
  }

  /** Whether the log has why the account was banned. */
  hasReasons(accountId: string): Promise<boolean> {
    return this.isOne(`SELECT id FROM audit_events WHERE type = 'admin.user.banned' AND target_user_id = ? LIMIT 1`, [accountId])
  }

  async removeSentTo(email: string): Promise<void> {
    for (const { name, facts } of this.connection.tables) {
      const { key, sentTo } = facts
      if (sentTo === undefined) continue
      const statement = `DELETE FROM ${name} WHERE ${key} IN (SELECT ${key} FROM ${name} WHERE ${sentTo} = ? LIMIT ?) RETURNING ${key}`
      await inBatches(this.sql, statement, [email])
    }
  }

  /**
   * The reason of a ban is free text about a person; that there was a ban stays in the log. What is sealed loses all that is personal,
   * for which there is a key: a ban of this very moment is not sealed yet.
   */
  async #forgetReasons(accountId: string, key: Pick<LogKey, 'erasure'> | undefined): Promise<void> {
    const bans = await this.sql.query(
      `SELECT ${LOGGED.names} FROM audit_events WHERE type = 'admin.user.banned' AND target_user_id = ?`,
      [accountId],
    )
    for (const { id, metadata } of bans.map(LOGGED.read)) {
      const { reason: _, ...kept } = metadata
      await this.sql.run(`UPDATE audit_events SET metadata = ? WHERE id = ? AND sequence IS NULL`, [JSON.stringify(kept), id])
      if (key) await sealedEventsIn(this.connection).erase(id, key.erasure(id))
    }
  }
}
