import { type Counter, collectDefaultMetrics, type Gauge, type MetricObject, Registry } from 'prom-client'
import type { Clock } from '../kernel/clock.ts'
import type { Observer } from '../kernel/observer.ts'
import { version } from '../kernel/version.ts'
import { asked } from './asked.ts'
import { type Figures, figures } from './figures.ts'
import { metricsObserver } from './metrics-observer.ts'

/** Figures that are looked up at a scrape, because they cannot be counted as they happen. */
export interface MetricsSources {
  readonly clock: Clock
  readonly database: string
  readonly migration: string
  readonly hashLoad: () => { readonly running: number; readonly waiting: number; readonly refused: number }
  readonly sessionCache: () => {
    readonly hits: number
    readonly misses: number
    readonly evictions: number
    readonly isHeld: boolean
  }
  readonly countSessions: () => Promise<number>
  readonly backlog: () => Promise<Backlog>
  readonly logouts: () => Promise<Backlog>
  readonly webhooks: () => Promise<Backlog>
}

interface Backlog {
  readonly waiting: number
  readonly oldestAt: number | undefined
}

export interface Scraped {
  readonly contentType: string
  scrape(): Promise<string>
}

export interface Metrics extends Scraped {
  readonly observer: Observer
  /** For a process that adds up the figures of several. */
  figures(): Promise<readonly MetricObject[]>
}

/** Counting a million rows is cheap once a minute, and not at every scrape. */
const SESSIONS_MAX_AGE_MS = 60_000
const BACKLOG_MAX_AGE_MS = 10_000

/** Shared by all services in the process. */
const ofProcess = new Registry()

export function createMetrics(sources: MetricsSources): Metrics {
  const registry = new Registry()
  const all = figures(registry)
  all.info.set({ version: version(), database: sources.database, migration: sources.migration }, 1)
  const lookUp = lookingUp(sources, all)
  if (ofProcess.getMetricsAsArray().length === 0) collectDefaultMetrics({ register: ofProcess })
  return {
    observer: metricsObserver(all),
    contentType: registry.contentType,
    async scrape() {
      await lookUp()
      return `${await registry.metrics()}${await ofProcess.metrics()}`
    },
    async figures() {
      await lookUp()
      return [...(await registry.getMetricsAsJSON()), ...(await ofProcess.getMetricsAsJSON())]
    },
  }
}

/** Turns a total that is counted elsewhere into a counter. */
function carriedOver(counter: Counter): (total: number) => void {
  let before = 0
  return (total) => {
    counter.inc(total - before)
    before = total
  }
}

function lookingUp(sources: MetricsSources, all: Figures): () => Promise<void> {
  const { clock, hashLoad, sessionCache, countSessions, backlog, logouts, webhooks } = sources
  const sessions = asked(countSessions, clock, SESSIONS_MAX_AGE_MS)
  const mails = asked(backlog, clock, BACKLOG_MAX_AGE_MS)
  const ended = asked(logouts, clock, BACKLOG_MAX_AGE_MS)
  const messages = asked(webhooks, clock, BACKLOG_MAX_AGE_MS)
  const ageOf = ({ oldestAt }: Backlog): number => (oldestAt === undefined ? 0 : Math.max(0, clock.now() - oldestAt) / 1000)
  const refusals = carriedOver(all.hashRefused)
  const [hits, misses, evictions] = [carriedOver(all.cacheHits), carriedOver(all.cacheMisses), carriedOver(all.cacheEvictions)]
  return async () => {
    const { running, waiting, refused } = hashLoad()
    all.hashRunning.set(running)
    all.hashWaiting.set(waiting)
    refusals(refused)
    const kept = sessionCache()
    hits(kept.hits)
    misses(kept.misses)
    evictions(kept.evictions)
    all.cacheHeld.set(kept.isHeld ? 1 : 0)
    const [live, queued, untold, unsent] = await Promise.all([sessions(), mails(), ended(), messages()])
    show(all.sessions, live)
    show(all.outboxWaiting, queued?.waiting)
    show(all.outboxAge, queued && ageOf(queued))
    show(all.logoutsWaiting, untold?.waiting)
    show(all.logoutsAge, untold && ageOf(untold))
    show(all.webhooksWaiting, unsent?.waiting)
    show(all.webhooksAge, unsent && ageOf(unsent))
  }
}

/** An unknown figure is left out: a stale one would hide that the database is gone. */
const show = (gauge: Gauge, value: number | undefined): void => (value === undefined ? gauge.remove() : gauge.set(value))
