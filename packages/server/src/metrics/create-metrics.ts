import { collectDefaultMetrics, Registry } from 'prom-client'
import type { Clock } from '../kernel/clock.ts'
import type { Observer } from '../kernel/observer.ts'
import { asked } from './asked.ts'
import { type Figures, figures } from './figures.ts'
import { metricsObserver } from './metrics-observer.ts'

/** What cannot be counted as it happens, and is looked up at a scrape. */
export interface MetricsSources {
  readonly clock: Clock
  readonly database: string
  readonly migration: string
  readonly hashLoad: () => { readonly running: number; readonly waiting: number; readonly refused: number }
  readonly countSessions: () => Promise<number>
  readonly backlog: () => Promise<{ readonly waiting: number; readonly oldestAt: number | undefined }>
}

export interface Metrics {
  readonly observer: Observer
  readonly contentType: string
  /** All of it, as Prometheus reads it. */
  scrape(): Promise<string>
}

/** A count of a million rows is cheap once a minute, and not at every scrape. */
const SESSIONS_MAX_AGE_MS = 60_000
const BACKLOG_MAX_AGE_MS = 10_000

/** Of the process, however many services are in it. */
const ofProcess = new Registry()

export function createMetrics(sources: MetricsSources): Metrics {
  const registry = new Registry()
  const all = figures(registry)
  all.info.set({ database: sources.database, migration: sources.migration }, 1)
  const lookUp = lookingUp(sources, all)
  if (ofProcess.getMetricsAsArray().length === 0) collectDefaultMetrics({ register: ofProcess })
  return {
    observer: metricsObserver(all),
    contentType: registry.contentType,
    async scrape() {
      await lookUp()
      return `${await registry.metrics()}${await ofProcess.metrics()}`
    },
  }
}

function lookingUp({ clock, hashLoad, countSessions, backlog }: MetricsSources, all: Figures): () => Promise<void> {
  const sessions = asked(countSessions, clock, SESSIONS_MAX_AGE_MS)
  const mails = asked(backlog, clock, BACKLOG_MAX_AGE_MS)
  let refusedBefore = 0
  return async () => {
    const { running, waiting, refused } = hashLoad()
    all.hashRunning.set(running)
    all.hashWaiting.set(waiting)
    all.hashRefused.inc(refused - refusedBefore)
    refusedBefore = refused
    const [live, queued] = await Promise.all([sessions(), mails()])
    // What is not known is left out: a stale figure would hide that the database is gone.
    if (live === undefined) all.sessions.remove()
    else all.sessions.set(live)
    if (queued === undefined) all.outboxWaiting.remove()
    else all.outboxWaiting.set(queued.waiting)
    if (queued === undefined) all.outboxAge.remove()
    else all.outboxAge.set(queued.oldestAt === undefined ? 0 : Math.max(0, clock.now() - queued.oldestAt) / 1000)
  }
}
