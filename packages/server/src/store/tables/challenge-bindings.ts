import type { Sql } from '../engine.ts'
import type { AuditType } from './audit.ts'
import type { Way } from './sessions.ts'

/** What a browser has shown before its second factor, and how its sign-in is written to the audit log once it has passed it. */
export interface NotedEntry {
  readonly way: Way
  /** None for somebody who has just signed up. */
  readonly event?: { readonly type: AuditType; readonly metadata: Readonly<Record<string, string>> } | undefined
}

/** Browsers that share a challenge: the first of them goes when one more comes. */
const MAX_BINDINGS = 100

/** Browsers that may complete a challenge, by the hash of their cookie. Callers that write hold the account's row. */
export class ChallengeBindingsTable {
  readonly #sql: Sql

  constructor(sql: Sql) {
    this.#sql = sql
  }

  /** Lets one more browser complete the challenge, and notes what its sign-in will be called. */
  async add(id: string, bindingHash: string, { way, event }: NotedEntry): Promise<void> {
    const [row] = await this.#sql.query(
      `INSERT INTO challenge_bindings (hash, challenge_id, method, provider, entry_type, entry_metadata, ordinal)
       VALUES (?, ?, ?, ?, ?, ?, (SELECT COALESCE(MAX(ordinal), 0) + 1 FROM challenge_bindings WHERE challenge_id = ?))
       RETURNING ordinal`,
      [bindingHash, id, way.method, way.provider ?? null, event?.type ?? null, event ? JSON.stringify(event.metadata) : null, id],
    )
    const surplus = (row?.['ordinal'] as number) - MAX_BINDINGS
    if (surplus <= 0) return
    await this.#sql.query(`DELETE FROM challenge_bindings WHERE challenge_id = ? AND ordinal <= ?`, [id, surplus])
  }

  /** What the sign-in of this browser is called; of any of them, where no browser need prove which it is. */
  async entryOf(id: string, bindingHash: string): Promise<NotedEntry | undefined> {
    const [row] = await this.#sql.query(
      `SELECT method, provider, entry_type, entry_metadata FROM challenge_bindings WHERE challenge_id = ?
       ORDER BY CASE WHEN hash = ? THEN 0 ELSE 1 END LIMIT 1`,
      [id, bindingHash],
    )
    if (!row) return undefined
    const way = { method: row['method'], provider: row['provider'] ?? undefined } as Way
    if (row['entry_type'] === null) return { way }
    return { way, event: { type: row['entry_type'] as AuditType, metadata: JSON.parse(row['entry_metadata'] as string) } }
  }

  async isBound(id: string, bindingHash: string): Promise<boolean> {
    const rows = await this.#sql.query(`SELECT hash FROM challenge_bindings WHERE hash = ? AND challenge_id = ?`, [
      bindingHash,
      id,
    ])
    return rows.length === 1
  }
}
