import type pg from 'pg'

/** A cluster and its history: a standby that is promoted begins a timeline with a higher number. */
export interface Server {
  readonly system: string
  readonly timeline: number
  readonly takesWrites: boolean
}

const LIMIT_MS = 2000
/** The timeline is that of the write-ahead log: the control file has the old one until the first checkpoint after a promotion. */
const LOOK = `SELECT system_identifier::text AS system, NOT is_standby AND current_setting('transaction_read_only') = 'off' AS writes,
  CASE WHEN is_standby THEN '0' ELSE substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8) END AS timeline
  FROM pg_control_system(), (SELECT pg_is_in_recovery() AS is_standby) AS state`

export async function serverOf(client: pg.ClientBase): Promise<Server> {
  const asked = { text: LOOK, query_timeout: LIMIT_MS }
  const { rows } = await client.query<{ system: string; writes: boolean; timeline: string }>(asked)
  const { system = '', writes = false, timeline = '0' } = rows[0] ?? {}
  return { system, timeline: Number.parseInt(timeline, 16), takesWrites: writes }
}
