import { type Aggregator, Counter, Gauge, Histogram, type Registry } from 'prom-client'
import { LIMIT_KINDS, MAIL_ENDS } from '../kernel/observer.ts'
import { RequestFigures } from './request-figures.ts'

const HASH_SECONDS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5]
const QUERY_SECONDS = [0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.5, 1, 5]
/** Up to the end of a lease: a change waits that long for a process that was killed. */
const ACKNOWLEDGEMENT_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.5, 1, 2.5]
const MAIL_SECONDS = [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

export type Figures = ReturnType<typeof figures>

/** All values of labels are known when the service starts, so that no client can add series. */
export function figures(registry: Registry) {
  const registers = [registry]
  const counter = <L extends string>(name: string, help: string, labelNames: readonly L[]) =>
    new Counter({ name: `latchkey_${name}`, help, labelNames, registers })
  /** Where processes are added up, `first` is for what every one of them would say of the same database. */
  const gauge = <L extends string>(name: string, help: string, labelNames: readonly L[] = [], aggregator: Aggregator = 'sum') =>
    new Gauge({ name: `latchkey_${name}`, help, labelNames, registers, aggregator })
  const histogram = <L extends string>(name: string, help: string, labelNames: readonly L[], buckets: number[]) =>
    new Histogram({ name: `latchkey_${name}`, help, labelNames, buckets, registers })

  // biome-ignore format: a table is read by its rows
  const all = {
    info: gauge('info', 'Always 1; the labels tell the version, the kind of database and its newest migration.', ['version', 'database', 'migration'], 'first'),
    requests: new RequestFigures(registry),
    requestsRunning: gauge('http_requests_running', 'Requests that have no answer yet.'),
    hashSeconds: histogram('hash_duration_seconds', 'Time to hash or compare a password, without the wait for a turn.', [], HASH_SECONDS),
    hashRunning: gauge('hash_running', 'Passwords that are hashed right now.'),
    hashWaiting: gauge('hash_waiting', 'Requests that wait for their turn to hash.'),
    hashRefused: counter('hash_refused_total', 'Requests that were answered 503 because too many were waiting to hash.', []),
    databaseSeconds: histogram('database_duration_seconds', 'Time of a query or a whole transaction, with the wait for a connection.', ['work'], QUERY_SECONDS),
    databaseRunning: gauge('database_running', 'Queries and transactions that run or wait for a connection.'),
    databaseErrors: counter('database_errors_total', 'Queries and transactions that the database failed.', ['work']),
    cacheHits: counter('session_cache_hits_total', 'Session checks that were answered from memory.', []),
    cacheMisses: counter('session_cache_misses_total', 'Session checks that asked the database, unknown tokens among them.', []),
    cacheEvictions: counter('session_cache_evictions_total', 'Sessions that were forgotten because something of them changed.', []),
    cacheHeld: gauge('session_cache_held', '1 while sessions may be kept in memory; 0 while every check asks the database.', [], 'min'),
    acknowledgementSeconds: histogram('acknowledgement_duration_seconds', 'Time that a change has waited until all processes had heard of it.', [], ACKNOWLEDGEMENT_SECONDS),
    mailSeconds: histogram('mail_delivery_duration_seconds', 'Time of one attempt to hand a mail over.', ['result'], MAIL_SECONDS),
    mails: counter('mails_total', 'Mails that are done with: sent, failed (refused for good, or not taken while somebody waited), expired (given up).', ['outcome']),
    outboxWaiting: gauge('outbox_waiting', 'Mails that wait to be sent, in all processes together.', [], 'max'),
    outboxAge: gauge('outbox_oldest_age_seconds', 'How long the oldest of them has waited; 0 when there is none.', [], 'max'),
    logoutsWaiting: gauge('logouts_waiting', 'Ends of sessions that applications have yet to be told of, in all processes together.', [], 'max'),
    logoutsAge: gauge('logouts_oldest_age_seconds', 'How long the oldest of them has waited; 0 when there is none.', [], 'max'),
    webhooksWaiting: gauge('webhooks_waiting', 'Deliveries that webhooks have yet to take, in all processes together; of those that are disabled none.', [], 'max'),
    webhooksAge: gauge('webhooks_oldest_age_seconds', 'How long the oldest of them has waited; 0 when there is none.', [], 'max'),
    sessions: gauge('sessions_live', 'Sessions that can still be used or refreshed. Counted once a minute at most.', [], 'max'),
    refusals: counter('limit_refusals_total', 'Requests that a rate limit refused, and mails that it held back.', ['kind']),
    events: counter('events_total', 'What was written to the audit log, by type: sign-ins and their failures among it.', ['type']),
  }
  // Only a series that is there from the start shows its first increase.
  for (const kind of LIMIT_KINDS) all.refusals.inc({ kind }, 0)
  for (const outcome of MAIL_ENDS) all.mails.inc({ outcome }, 0)
  for (const work of ['query', 'transaction']) all.databaseErrors.inc({ work }, 0)
  return all
}
