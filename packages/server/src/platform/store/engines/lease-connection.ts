import { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Queries, Row } from '../engine.ts'
import type { LeaseConnection, LeaseEvents } from '../lease/connect-lease.ts'
import { cancelBackend } from './cancel-backend.ts'
import { inPostgres } from './postgres-statement.ts'
import type { Primary } from './primary.ts'
import { setLimits } from './set-limits.ts'

const CHANNEL = 'latchkey_sessions'
/** Shorter than a lease: a lease that is not renewed in time has ended anyway. */
const LIMIT_MS = 1500
const FAREWELL_MS = 500

/** Only saves time: listeners also look for messages by themselves, so a lost notification does no harm. */
export const WAKE = `SELECT pg_notify('${CHANNEL}', '')`

/**
 * A transaction that did not see our row had its number before the row was committed, so its number is smaller than one given out
 * now. A snapshot's `xmax` would not do: running transactions may already have higher numbers.
 */
const NUMBER = `SELECT CAST(pg_current_xact_id() AS TEXT) AS number`
const ARE_OVER = `SELECT CASE WHEN pg_snapshot_xmin(pg_current_snapshot()) >= CAST(CAST(? AS TEXT) AS xid8) THEN 1 ELSE 0 END AS are_over`

export async function openLeaseConnection(primary: Primary, { onWake, onBroken }: LeaseEvents): Promise<LeaseConnection> {
  await primary.find()
  const socket = new Socket()
  const client = new pg.Client({
    stream: () => socket,
    connectionString: primary.url,
    application_name: 'latchkey session cache',
    connectionTimeoutMillis: 3000,
    keepAlive: true,
    query_timeout: LIMIT_MS,
  })
  client.on('notification', onWake)
  client.on('error', onBroken)
  client.on('end', onBroken)
  try {
    await client.connect()
    await setLimits(client, { statement_timeout: LIMIT_MS, lock_timeout: LIMIT_MS })
    await primary.admit(client)
  } catch (error) {
    primary.lose()
    socket.destroy()
    throw error
  }
  let cancelled: Promise<void> | undefined
  const giveUp = (): void => {
    onBroken()
    socket.destroy()
    cancelled ??= cancelBackend(client)
  }
  const unwatch = primary.watch(giveUp)
  const query: Queries['query'] = async (sql, params = []) => {
    try {
      return (await client.query<Row>(inPostgres(sql), [...params])).rows
    } catch (error) {
      primary.lose()
      if (!(error instanceof pg.DatabaseError)) giveUp()
      throw error
    }
  }
  await query(`LISTEN ${CHANNEL}`).catch(() => undefined) // not every database that speaks PostgreSQL knows LISTEN
  return {
    sql: { query },
    async othersAtWork() {
      const number = (await query(NUMBER))[0]?.['number'] ?? null
      return { areOver: async () => (await query(ARE_OVER, [number]))[0]?.['are_over'] === 1 }
    },
    async close() {
      unwatch()
      // A server that vanished never answers `end`.
      await Promise.race([cancelled ?? client.end(), sleep(FAREWELL_MS, undefined, { ref: false })]).catch(() => undefined)
      socket.destroy()
    },
  }
}
