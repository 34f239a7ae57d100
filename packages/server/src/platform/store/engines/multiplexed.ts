import pg from 'pg'

const LIMIT_MS = 5000
/** The quiet pooler shows itself in the first one; in a busy one chance has a part. */
const ROUNDS = 3

export const MULTIPLEXED =
  'is reached through a pooler in transaction mode, where statements of one connection are run by several sessions of the server: ' +
  'prepared statements and the lease of the session cache need one of their own. ' +
  'Set pool_mode = session for it (PgBouncer), or let DATABASE_URL lead to PostgreSQL itself.'

/**
 * Whether a connection has no session of the server to itself: it meets several, or one that another connection meets as well.
 * First the same connection twice, which tells of a pooler that takes its sessions in turn; then another one, in a transaction
 * so that it keeps what it got, which tells of one that takes the session that was used last.
 */
export async function isMultiplexed(url: string): Promise<boolean> {
  const [one, other] = [clientOf(url), clientOf(url)]
  try {
    await Promise.all([one.connect(), other.connect()])
    for (let round = 0; round < ROUNDS; round++) if (await sharesSession(one, other)) return true
    return false
  } finally {
    await Promise.all([one.end(), other.end()])
  }
}

/** Nothing of what the pool sets: by default PgBouncer refuses settings that it does not know. */
function clientOf(connectionString: string): pg.Client {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: LIMIT_MS, query_timeout: LIMIT_MS })
  return client.on('error', () => undefined) // what breaks the connection fails the statement as well
}

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

async function sessionOf(client: pg.Client): Promise<number | undefined> {
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
  return rows[0]?.pid
}
