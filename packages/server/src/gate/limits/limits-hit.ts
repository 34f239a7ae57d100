import type { Clock } from '../../platform/kernel/clock.ts'
import type { Observer } from '../../platform/kernel/observer.ts'

/** How often this process has hit a limit. Only in memory, because a row for each would be one more thing to flood us with. */
export class LimitsHit {
  readonly since: number
  #count = 0

  constructor(clock: Clock) {
    this.since = clock.now()
  }

  get count(): number {
    return this.#count
  }

  beside(observer: Observer): Observer {
    return {
      request: (arrival) => observer.request(arrival),
      watch: (work, run) => observer.watch(work, run),
      limited: (kind) => {
        this.#count++
        observer.limited(kind)
      },
      audited: (type) => observer.audited(type),
      mailEnded: (end) => observer.mailEnded(end),
    }
  }
}
