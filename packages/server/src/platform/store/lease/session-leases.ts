import { number, text } from '../columns.ts'
import type { Queries } from '../engine.ts'
import { placeholders, table } from '../table.ts'

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
  carried: 'it is of a process',
})

const MESSAGE = SESSION_MESSAGES.omit('holder')
const HOLDER = SESSION_MESSAGES.pick('holder')

export const EVERY_ACCOUNT = ''

/** A holder whose row is gone stopped using its memory before, so its messages do not count. */
const OUTSTANDING = `FROM session_messages m JOIN session_leases l ON l.id = m.holder`

/** Messages without a holder are never read: the holder died, or left before the change was committed. */
const REMOVE_STRAYS = `DELETE FROM session_messages WHERE holder NOT IN (SELECT id FROM session_leases)`

/** A message is written in the transaction of its change; by deleting the message, the holder says that it has evicted. */
export class SessionLeasesTable {
  readonly #sql: Queries

  constructor(sql: Queries) {
    this.#sql = sql
  }

  async add(id: string): Promise<void> {
    await this.#sql.query(REMOVE_STRAYS)
    await this.#sql.query(`INSERT INTO session_leases (id, renewals) VALUES (?, 0)`, [id])
  }

  /** False when the row was removed. A renewal is a write, so that a read-only server, which learns of no changes, renews nothing. */
  async renew(id: string): Promise<boolean> {
    const rows = await this.#sql.query(`UPDATE session_leases SET renewals = renewals + 1 WHERE id = ? RETURNING id`, [id])
    return rows.length === 1
  }

  async remove(id: string): Promise<void> {
    await this.#sql.query(`DELETE FROM session_leases WHERE id = ?`, [id])
    await this.#sql.query(`DELETE FROM session_messages WHERE holder = ?`, [id])
  }

  /** Returns the holders, of which the sender is one. */
  async post(change: string, accountIds: Iterable<string>): Promise<ReadonlySet<string>> {
    const holders = new Set<string>()
    const statement = `INSERT INTO session_messages (holder, change, account_id) SELECT id, ?, ? FROM session_leases RETURNING ${HOLDER.names}`
    for (const accountId of accountIds)
      for (const row of await this.#sql.query(statement, [change, accountId])) holders.add(HOLDER.read(row).holder)
    return holders
  }

  async messagesTo(holder: string): Promise<readonly { readonly change: string; readonly accountId: string }[]> {
    return (await this.#sql.query(`SELECT ${MESSAGE.names} FROM session_messages WHERE holder = ?`, [holder])).map(MESSAGE.read)
  }

  /** All messages of a change are committed together, so exactly the messages that were read are deleted. */
  async acknowledge(holder: string, changes: readonly string[]): Promise<void> {
    await this.#sql.query(`DELETE FROM session_messages WHERE holder = ? AND change IN (${placeholders(changes)})`, [
      holder,
      ...changes,
    ])
  }

  async outstandingOf(accountId: string): Promise<readonly string[]> {
    const statement = `SELECT DISTINCT m.change, m.account_id ${OUTSTANDING} WHERE m.account_id IN (?, '${EVERY_ACCOUNT}')`
    return (await this.#sql.query(statement, [accountId])).map((row) => MESSAGE.read(row).change)
  }

  async isOutstanding(change: string, exceptHolder: string): Promise<boolean> {
    const statement = `SELECT m.holder ${OUTSTANDING} WHERE m.change = ? AND m.holder <> ? LIMIT 1`
    return (await this.#sql.query(statement, [change, exceptHolder])).length > 0
  }

  /** Called once the change is older than a lease: holders that have not read their message by then use nothing any more. */
  async abandon(change: string): Promise<void> {
    const holders = `SELECT holder FROM session_messages WHERE change = ?`
    await this.#sql.query(`DELETE FROM session_leases WHERE id IN (${holders})`, [change])
    await this.#sql.query(REMOVE_STRAYS)
  }
}
