import pg from 'pg'
import { backendKeyOf } from './pg-internals.ts'
import { Primary } from './primary.ts'

const LIMIT_MS = 5000
/** A quiet pooler is found out in the first round; in a busy one it is a matter of chance. */
const ROUNDS = 3

export const MULTIPLEXED =
  'is reached through a pooler in transaction mode, where statements of one connection are run by several sessions of the server: ' +
  'prepared statements and the lease of the session cache need one of their own. ' +
  'Set pool_mode = session for it (PgBouncer), or let DATABASE_URL lead to PostgreSQL itself.'

/** How connections are carried by what stands before the server. */
type Pooling = 'session' | 'transaction'

export const isMultiplexed = async (url: string): Promise<boolean> => (await poolingOf(url)) === 'transaction'

/** Undefined where connections lead to the server itself, or through what looks the same, such as a proxy. */
export async function poolingOf(url: string): Promise<Pooling | undefined> {
  const primary = new Primary(url)
  await primary.find()
  const [one, other] = [clientOf(primary.url), clientOf(primary.url)]
  try {
    await Promise.all([one.connect(), other.connect()])
    for (let round = 0; round < ROUNDS; round++) if (await sharesSession(one, other)) return 'transaction'
    // A pooler gives each client a number of its own, by which it is asked to cancel something.
    return backendKeyOf(one)?.processID === (await sessionOf(one)) ? undefined : 'session'
  } finally {
    await Promise.all([one.end(), other.end()])
  }
}

/** Without the pool's settings: by default PgBouncer refuses those that it does not know. */
function clientOf(connectionString: string): pg.Client {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: LIMIT_MS, query_timeout: LIMIT_MS })
  return client.on('error', () => undefined) // what breaks the connection fails the statement as well
}

/**
 * Whether the statements of one connection meet several sessions of the server, or two connections meet the same session. Asking
 * one connection twice finds poolers that rotate their sessions; a second one in a transaction finds those that reuse the last.
 */
async function sharesSession(one: pg.Client, other: pg.Client): Promise<boolean> {
  const first = await sessionOf(one)
  if ((await sessionOf(one)) !== first) return true
  await other.query('BEGIN')
  try {
    return (await sessionOf(other)) === first || (await sessionOf(one)) !== first
  } finally {
    await other.query('COMMIT')
  }
}

const sessionOf = async (client: pg.Client): Promise<number | undefined> =>
  (await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')).rows[0]?.pid
