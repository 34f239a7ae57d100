import { isShared, sharedUntil } from '../../../gate/audit/audit.ts'
import type { AuditEvent, AuditTable } from '../../../gate/audit/tables/audit.ts'
import type { AuditFilter } from '../../../gate/audit/tables/audit-list.ts'
import type { Clock } from '../../../platform/kernel/clock.ts'

/** An event shows up when its transaction ends, which is later than the time it carries; longer than this none may take. */
const LATE_MS = 10_000
const BATCH = 500

/**
 * Reads the audit log as it grows. It looks back a little every time, so that nothing late is missed or told twice. A row
 * on which more may be counted is told when it begins, and once more when its minute is over and it has grown.
 */
export class AuditFollower {
  readonly #audit: AuditTable
  readonly #filter: AuditFilter
  readonly #clock: Clock
  #from: number | undefined
  #seen: Set<string> = new Set()
  /** What was told of the rows that may grow. */
  readonly #growing = new Map<string, AuditEvent>()

  constructor(audit: AuditTable, filter: AuditFilter, clock: Clock) {
    this.#audit = audit
    this.#filter = filter
    this.#clock = clock
  }

  /** The newest few; `next` goes on behind them. All in the order in which they happened. */
  async last(count: number): Promise<readonly AuditEvent[]> {
    await this.#unseen()
    const events = await this.#newest(this.#filter, count)
    for (const { id } of events) this.#seen.add(id)
    return this.#told(events.toReversed())
  }

  /** What was not there at the last call. */
  async next(): Promise<readonly AuditEvent[]> {
    return [...(await this.#grown()), ...this.#told(await this.#unseen())]
  }

  async #unseen(): Promise<readonly AuditEvent[]> {
    // Of all events, not only those that are wanted: else a rare one would make every look go back further.
    const { events } = await this.#audit.newest({ from: this.#from }, 1)
    const horizon = (events[0]?.createdAt ?? 0) - LATE_MS
    this.#from ??= horizon
    const recent = await this.#newest({ ...this.#filter, from: this.#from })
    const unseen = recent.filter(({ id }) => !this.#seen.has(id))
    this.#seen = new Set(recent.map(({ id }) => id))
    this.#from = Math.max(this.#from, horizon)
    return unseen.toReversed()
  }

  #told(events: readonly AuditEvent[]): readonly AuditEvent[] {
    for (const event of events) if (isShared(event)) this.#growing.set(event.id, event)
    return events
  }

  async #grown(): Promise<readonly AuditEvent[]> {
    const now = this.#clock.now()
    const over = [...this.#growing.values()].filter(({ createdAt }) => sharedUntil(createdAt) + LATE_MS < now)
    const before = new Map(over.slice(0, BATCH).map(({ id, metadata }) => [id, metadata['count']]))
    for (const id of before.keys()) this.#growing.delete(id)
    const current = await this.#audit.findAll([...before.keys()])
    return current.filter(({ id, metadata }) => metadata['count'] !== before.get(id))
  }

  /** Page by page, to the end of the log or until there are enough. */
  async #newest(filter: AuditFilter, count = Number.POSITIVE_INFINITY): Promise<readonly AuditEvent[]> {
    const found: AuditEvent[] = []
    let page = await this.#audit.newest(filter, Math.min(BATCH, count))
    for (;;) {
      found.push(...page.events)
      if (!page.next || found.length >= count) return found.slice(0, count)
      page = await this.#audit.newest(filter, Math.min(BATCH, count), page.next)
    }
  }
}
