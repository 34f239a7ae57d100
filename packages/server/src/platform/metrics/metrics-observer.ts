import { Failure } from '../kernel/errors.ts'
import type { Observer, Work } from '../kernel/observer.ts'
import type { Figures } from './figures.ts'

/** A client can send any word as a method. */
const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

const secondsSince = (start: number): number => (performance.now() - start) / 1000

export function metricsObserver(figures: Figures): Observer {
  const ended = (work: Work, seconds: number, error?: unknown): void => {
    if (work === 'hash') return void figures.hashSeconds.observe(seconds)
    if (work === 'acknowledgement') return void figures.acknowledgementSeconds.observe(seconds)
    if (work === 'mail') return void figures.mailSeconds.observe({ result: error === undefined ? 'accepted' : 'failed' }, seconds)
    figures.databaseRunning.dec()
    figures.databaseSeconds.observe({ work }, seconds)
    // A flow rolls back by throwing a `Failure`, which is no failure of the database.
    if (error !== undefined && !(error instanceof Failure)) figures.databaseErrors.inc({ work })
  }

  return {
    request({ method: sent, route }) {
      const method = METHODS.has(sent) ? sent : 'other'
      const start = performance.now()
      figures.requestsRunning.inc()
      return {
        resume: (next) => next(),
        end(status) {
          figures.requestsRunning.dec()
          figures.requests.count({ route, method, status }, secondsSince(start))
        },
      }
    },
    answeredAtOnce({ method, route }, seconds) {
      figures.requests.count({ route, method, status: 200 }, seconds)
    },
    async watch(work, run) {
      const start = performance.now()
      if (work === 'query' || work === 'transaction') figures.databaseRunning.inc()
      try {
        const result = await run()
        ended(work, secondsSince(start))
        return result
      } catch (error) {
        ended(work, secondsSince(start), error)
        throw error
      }
    },
    limited: (kind) => figures.refusals.inc({ kind }),
    audited: (type) => figures.events.inc({ type }),
    mailEnded: (outcome) => figures.mails.inc({ outcome }),
  }
}
