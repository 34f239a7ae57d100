import { cell, json, number, optional, text } from '../../../platform/store/columns.ts'
import { type Connection, Table, table } from '../../../platform/store/table.ts'
import type { EventType } from '../../audit/events.ts'
import type { SignInMethod } from '../../sessions/tables/sessions.ts'

/** The first factor of a browser, and the event of its sign-in, which is recorded once the second factor is passed. */
export interface NotedEntry {
  readonly signIn: SignInMethod
  /** Undefined for a visitor who has just signed up. */
  readonly event?: { readonly type: EventType; readonly metadata: Readonly<Record<string, string>> } | undefined
  /** The session that has to pass the second factor; undefined at a sign-in, which has none yet. */
  readonly sessionId?: string | undefined
}

export const CHALLENGE_BINDINGS = table('challenge_bindings', {
  key: 'hash',
  columns: {
    hash: text('hash'),
    challengeId: text('challenge_id'),
    method: optional(text<SignInMethod['method']>('method')),
    provider: optional(text('provider')),
    type: optional(text<EventType>('entry_type')),
    metadata: optional(json<Readonly<Record<string, string>>>('entry_metadata')),
    ordinal: number('ordinal'),
    sessionId: optional(text('session_id')),
  },
  purged: { with: 'challenges' },
  deleted: { with: 'challenges' },
  restored: { emptied: true },
  exported: [],
})

const INSERT = CHALLENGE_BINDINGS.insert({
  ordinal: `(SELECT COALESCE(MAX(ordinal), 0) + 1 FROM challenge_bindings WHERE challenge_id = ?)`,
})
const ENTRY = CHALLENGE_BINDINGS.pick('method', 'provider', 'type', 'metadata', 'sessionId')

/** Browsers that share a challenge; past the limit the oldest is dropped. */
const MAX_BINDINGS = 100

export const challengeBindingsIn = (tx: Connection): ChallengeBindingsTable => new ChallengeBindingsTable(tx)

/** Browsers that may complete a challenge, by the hash of their cookie. Callers that write have locked the account's row. */
export class ChallengeBindingsTable extends Table {
  async add(id: string, bindingHash: string, { signIn, event, sessionId }: NotedEntry): Promise<void> {
    const noted = { type: event?.type, metadata: event?.metadata, sessionId }
    const entry = { method: signIn.method, provider: signIn.provider, ...noted }
    const params = INSERT.params({ hash: bindingHash, challengeId: id, ...entry })
    const [row] = await this.sql.query(`${INSERT.text} RETURNING ordinal`, [...params, id])
    const surplus = cell(row, number('ordinal')) - MAX_BINDINGS
    if (surplus <= 0) return
    await this.sql.run(`DELETE FROM challenge_bindings WHERE challenge_id = ? AND ordinal <= ?`, [id, surplus])
  }

  /**
   * Falls back to the entry of another browser, for operators who want no binding cookie: to one that needs no session of its own, and of
   * those to one by the mailbox or a provider, after which least is on offer.
   */
  async entryOf(id: string, bindingHash: string): Promise<NotedEntry | undefined> {
    const [row] = await this.sql.query(
      `SELECT ${ENTRY.names} FROM challenge_bindings WHERE challenge_id = ?
       ORDER BY CASE WHEN hash = ? THEN 0 WHEN session_id IS NOT NULL THEN 4 WHEN method = 'mailbox' THEN 1
         WHEN method = 'provider' THEN 2 ELSE 3 END LIMIT 1`,
      [id, bindingHash],
    )
    if (!row) return undefined
    const { method, provider, type, metadata, sessionId } = ENTRY.read(row)
    const entry = { signIn: { method, provider } as SignInMethod, sessionId }
    return type === undefined || metadata === undefined ? entry : { ...entry, event: { type, metadata } }
  }

  isBound(id: string, bindingHash: string): Promise<boolean> {
    return this.isOne(`SELECT hash FROM challenge_bindings WHERE hash = ? AND challenge_id = ?`, [bindingHash, id])
  }
}
