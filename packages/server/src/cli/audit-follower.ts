import type { AuditEvent, AuditFilter, AuditTable } from '../store/tables/audit.ts'

/** An event shows up when its transaction ends, which is later than the time it carries; longer than this none may take. */
const LATE_MS = 10_000
const BATCH = 500

/** Reads the audit log as it grows. It looks back a little every time, so that nothing late is missed or told twice. */
export class AuditFollower {
  readonly #audit: AuditTable
  readonly #filter: AuditFilter
  #from: number | undefined
  #seen: Set<string> = new Set()

  constructor(audit: AuditTable, filter: AuditFilter) {
    this.#audit = audit
    this.#filter = filter
  }

  /** The newest few; `next` goes on behind them. All in the order in which they happened. */
  async last(count: number): Promise<readonly AuditEvent[]> {
    await this.next()
    const { events } = await this.#audit.list(this.#filter, count, 0)
    for (const { id } of events) this.#seen.add(id)
    return events.toReversed()
  }

  /** What was not there at the last call. */
  async next(): Promise<readonly AuditEvent[]> {
    // Of all events, not only those that are wanted: else a rare one would make every look go back further.
    const { events } = await this.#audit.list({ from: this.#from }, 1, 0)
    const horizon = (events[0]?.createdAt ?? 0) - LATE_MS
    this.#from ??= horizon
    const recent = await this.#since(this.#from)
    const unseen = recent.filter(({ id }) => !this.#seen.has(id))
    this.#seen = new Set(recent.map(({ id }) => id))
    this.#from = Math.max(this.#from, horizon)
    return unseen.toReversed()
  }

  /** Events that come in meanwhile push the others back, so a page may repeat some and never skips one. */
  async #since(from: number): Promise<readonly AuditEvent[]> {
    const found = new Map<string, AuditEvent>()
    for (let offset = 0; ; offset += BATCH) {
      const { events } = await this.#audit.list({ ...this.#filter, from }, BATCH, offset)
      for (const event of events) found.set(event.id, event)
      if (events.length < BATCH) return [...found.values()]
    }
  }
}
