import { number, text } from '../columns.ts'
import type { Queries } from '../engine.ts'
import { marks, table } from '../table.ts'

export const SESSION_LEASES = table('session_leases', {
  key: 'id',
  columns: { id: text('id'), renewals: number('renewals') },
  purged: { never: 'the next change removes one that has ended' },
  deleted: { kept: 'it is of a process' },
  restored: { kept: 'it is of a process' },
  exported: [],
})

export const SESSION_MESSAGES = table('session_messages', {
  key: 'holder',
  columns: { holder: text('holder'), change: text('change'), accountId: text('account_id') },
  purged: { never: 'its reader removes it' },
  deleted: { kept: 'for the moment until it is read' },
  restored: { kept: 'it is of a process' },
  exported: [],
})

const MESSAGE = SESSION_MESSAGES.omit('holder')
const HOLDER = SESSION_MESSAGES.pick('holder')

/** In the place of an account: all of them. */
export const EVERY_ACCOUNT = ''

/** Messages of holders that are still there. One whose row is gone had stopped using what it kept before it went. */
const OUTSTANDING = `FROM session_messages m JOIN session_leases l ON l.id = m.holder`

/** Messages that are never taken: their holder died, or had left before the transaction of the change ended. */
const REMOVE_STRAYS = `DELETE FROM session_messages WHERE holder NOT IN (SELECT id FROM session_leases)`

/**
 * Processes that keep sessions in memory, and what each has still to evict. A message is written in the transaction of its
 * change, and its deletion by the holder says that it was taken.
 */
export class SessionLeasesTable {
  readonly #sql: Queries

  constructor(sql: Queries) {
    this.#sql = sql
  }

  async add(id: string): Promise<void> {
    await this.#sql.query(REMOVE_STRAYS)
    await this.#sql.query(`INSERT INTO session_leases (id, renewals) VALUES (?, 0)`, [id])
  }

  /** False when the row was taken away. It writes, so that a server which only reads, and knows no news, renews nothing. */
  async renew(id: string): Promise<boolean> {
    const rows = await this.#sql.query(`UPDATE session_leases SET renewals = renewals + 1 WHERE id = ? RETURNING id`, [id])
    return rows.length === 1
  }

  async remove(id: string): Promise<void> {
    await this.#sql.query(`DELETE FROM session_leases WHERE id = ?`, [id])
    await this.#sql.query(`DELETE FROM session_messages WHERE holder = ?`, [id])
  }

  /** One message for every holder there is, the sender among them; answers with their ids. */
  async post(change: string, accountIds: Iterable<string>): Promise<ReadonlySet<string>> {
    const holders = new Set<string>()
    for (const accountId of accountIds) {
      const rows = await this.#sql.query(
        `INSERT INTO session_messages (holder, change, account_id) SELECT id, ?, ? FROM session_leases RETURNING ${HOLDER.names}`,
        [change, accountId],
      )
      for (const row of rows) holders.add(HOLDER.read(row).holder)
    }
    return holders
  }

  async messagesTo(holder: string): Promise<readonly { readonly change: string; readonly accountId: string }[]> {
    return (await this.#sql.query(`SELECT ${MESSAGE.names} FROM session_messages WHERE holder = ?`, [holder])).map(MESSAGE.read)
  }

  /** All messages of a change are there at once, so these are exactly those that were read. */
  async acknowledge(holder: string, changes: readonly string[]): Promise<void> {
    await this.#sql.query(`DELETE FROM session_messages WHERE holder = ? AND change IN (${marks(changes)})`, [holder, ...changes])
  }

  /** Changes of an account that not every holder has heard of yet. */
  async outstandingOf(accountId: string): Promise<readonly string[]> {
    const rows = await this.#sql.query(
      `SELECT DISTINCT m.change, m.account_id ${OUTSTANDING} WHERE m.account_id IN (?, '${EVERY_ACCOUNT}')`,
      [accountId],
    )
    return rows.map((row) => MESSAGE.read(row).change)
  }

  /** Whether a holder, but for one, has still to take its message of this change. */
  async isOutstanding(change: string, exceptHolder: string): Promise<boolean> {
    const rows = await this.#sql.query(`SELECT m.holder ${OUTSTANDING} WHERE m.change = ? AND m.holder <> ? LIMIT 1`, [
      change,
      exceptHolder,
    ])
    return rows.length > 0
  }

  /** Takes away holders that have not taken their message for longer than a lease lasts, and messages without a holder. */
  async abandon(change: string): Promise<void> {
    await this.#sql.query(`DELETE FROM session_leases WHERE id IN (SELECT holder FROM session_messages WHERE change = ?)`, [
      change,
    ])
    await this.#sql.query(REMOVE_STRAYS)
  }
}
