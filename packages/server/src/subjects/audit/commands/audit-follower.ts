import { isShared, sharedUntil } from '../../../gate/audit/audit.ts'
import type { AuditEvent, AuditTable } from '../../../gate/audit/tables/audit.ts'
import type { AuditFilter } from '../../../gate/audit/tables/audit-list.ts'
import type { Clock } from '../../../platform/kernel/clock.ts'

/** An event appears when its transaction commits, later than the time it carries; no transaction may take longer than this. */
const LATE_MS = 10_000
const BATCH = 500

/**
 * Reads the audit log as it grows. Every read looks back a little, so that a late event is neither missed nor told twice. A row
 * that counts several events is told when it begins, and again after its minute if the count has grown.
 */
export class AuditFollower {
  readonly #audit: AuditTable
  readonly #filter: AuditFilter
  readonly #clock: Clock
  #from: number | undefined
  #seen: Set<string> = new Set()
  /** Rows whose count may still grow, as they were last told. */
  readonly #growing = new Map<string, AuditEvent>()

  constructor(audit: AuditTable, filter: AuditFilter, clock: Clock) {
    this.#audit = audit
    this.#filter = filter
    this.#clock = clock
  }

  async last(count: number): Promise<readonly AuditEvent[]> {
    await this.#unseen()
    const events = await this.#newest(this.#filter, count)
    for (const { id } of events) this.#seen.add(id)
    return this.#told(events.toReversed())
  }

  async next(): Promise<readonly AuditEvent[]> {
    return [...(await this.#grown()), ...this.#told(await this.#unseen())]
  }

  async #unseen(): Promise<readonly AuditEvent[]> {
    // The newest of all events, not only of the filtered ones: after a rare one every read would go back further.
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

  async #newest(filter: AuditFilter, count = Number.POSITIVE_INFINITY): Promise<readonly AuditEvent[]> {
    const limit = Math.min(BATCH, count)
    let page = await this.#audit.newest(filter, limit)
    const found = [...page.events]
    while (page.next && found.length < count) {
      page = await this.#audit.newest(filter, limit, page.next)
      found.push(...page.events)
    }
    return found.slice(0, count)
  }
}
