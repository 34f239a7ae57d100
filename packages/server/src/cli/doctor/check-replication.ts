import { type Finding, findingsOf } from '../../platform/commands/finding.ts'
import type { Row } from '../../platform/store/engine.ts'
import type { Reader } from '../../platform/store/open-reader.ts'

const standbys = findingsOf('standbys')
const commits = findingsOf('commits')
const pool = findingsOf('pool')

const LATE_MS = 10_000
const SLOW_MS = 100

/** A role that may not see all of the statistics is shown the rows without what is in them. */
const STANDBYS = `SELECT application_name AS name, state, sync_state, (EXTRACT(EPOCH FROM replay_lag) * 1000)::BIGINT AS lag
  FROM pg_stat_replication ORDER BY application_name`
const SETTINGS = `SELECT current_setting('synchronous_standby_names') AS wanted, current_setting('fsync') AS fsync,
  current_setting('synchronous_commit') AS commits`
const CONNECTIONS = `SELECT current_setting('max_connections')::BIGINT - current_setting('superuser_reserved_connections')::BIGINT AS most,
  (SELECT COUNT(*) FROM pg_stat_activity WHERE backend_type = 'client backend') AS used`

/** What PostgreSQL promises of a commit, and how far its standbys are. */
export async function* checkReplication({ query }: Pick<Reader, 'query'>, poolSize: number): AsyncIterable<Finding> {
  const [settings = {}] = await query(SETTINGS)
  yield* commitFindings(settings)
  yield* standbyFindings(String(settings['wanted'] ?? ''), await query(STANDBYS))
  const [connections = {}] = await query(CONNECTIONS)
  yield poolFinding(Number(connections['most']), Number(connections['used']), poolSize)
}

export function* commitFindings({ fsync, commits: waits }: Row): Iterable<Finding> {
  if (fsync === 'off') yield commits.warn('fsync is off: after a power cut the database may be lost')
  if (waits === 'off') yield commits.warn('synchronous_commit is off: what was acknowledged a moment before a crash may be lost')
  if (fsync !== 'off' && waits !== 'off') yield commits.ok('are on the disk when they are acknowledged')
}

export function* standbyFindings(wanted: string, rows: readonly Row[]): Iterable<Finding> {
  const inStep = rows.filter(({ sync_state: state }) => state === 'sync' || state === 'quorum')
  const isHidden = rows.some(({ state }) => state === null)
  if (wanted !== '' && inStep.length === 0 && !isHidden)
    yield standbys.fail(`synchronous_standby_names is ${wanted}, and none of them is there: every write waits for it`)
  if (rows.length === 0 && wanted === '') yield standbys.ok('none')
  if (isHidden) yield standbys.warn('how far they are is hidden: GRANT pg_monitor to the role of DATABASE_URL')
  for (const { name, state, sync_state: kind, lag } of rows.filter((row) => row['state'] !== null)) {
    const shown = `${name} (${kind}) is ${state}, ${Number(lag ?? 0)} ms behind`
    yield state === 'streaming' && Number(lag ?? 0) < LATE_MS ? standbys.ok(shown) : standbys.warn(shown)
  }
}

export function poolFinding(most: number, used: number, poolSize: number): Finding {
  const shown = `${used} of ${most} connections are in use; a process takes up to ${poolSize + 1}`
  if (poolSize + 1 > most) return pool.fail(`${shown}: lower DATABASE_POOL_SIZE`)
  return most - used > poolSize ? pool.ok(shown) : pool.warn(`${shown}: one more process may find none`)
}

/** How long a row takes to reach the disk, and a synchronous standby. */
export const writeFinding = (ms: number): Finding =>
  ms < SLOW_MS
    ? commits.ok(`take ${Math.ceil(ms)} ms`)
    : commits.warn(`take ${Math.ceil(ms)} ms: the disk is slow, or a standby far away`)
