import { setTimeout as sleep } from 'node:timers/promises'
import { vi } from 'vitest'
import { inTime } from './in-time.ts'
import { type OwnPostgres, ownPostgres, standbyOf } from './own-postgres.ts'
import { atEnd } from './shared.ts'
import { migrateAt, TEMPLATE } from './template-database.ts'

async function asked(server: OwnPostgres, text: string): Promise<number> {
  const client = server.client()
  await client.connect()
  try {
    return (await client.query(text)).rows.length
  } finally {
    await client.end()
  }
}

export type PostgresPair = Awaited<ReturnType<typeof postgresPair>>

/** A primary, and a standby that has everything before it is acknowledged. Whichever is which, their two addresses stay. */
export async function postgresPair() {
  const servers: OwnPostgres[] = []
  atEnd(async () => {
    for (const server of servers.toReversed()) await server.stop()
  })
  const follow = async (primary: OwnPostgres, at?: number): Promise<OwnPostgres> => {
    const standby = await standbyOf(primary, at)
    servers.push(standby)
    await vi.waitFor(async () => {
      const isStreaming = await asked(primary, `SELECT 1 FROM pg_stat_replication WHERE state = 'streaming'`)
      if (!isStreaming) throw new Error('nothing is streamed yet')
    }, inTime)
    await asked(primary, `ALTER SYSTEM SET synchronous_standby_names = '*'`)
    await asked(primary, 'SELECT pg_reload_conf()')
    return standby
  }
  let primary = await ownPostgres()
  servers.push(primary)
  await primary.createDatabase(TEMPLATE)
  await migrateAt(`${primary.url}/${TEMPLATE}`)
  let standby = await follow(primary)
  const hosts = [primary, standby].map(({ port }) => `127.0.0.1:${port}`).join(',')

  return {
    url: `postgres://postgres:postgres@${hosts}/${TEMPLATE}?target_session_attrs=read-write`,
    primary: () => primary,
    /** The primary is killed, and after so long the other one is in its place. */
    async failOver(afterMs: number): Promise<OwnPostgres> {
      const former = primary
      await former.kill()
      await sleep(afterMs)
      await asked(standby, 'SELECT pg_promote(true, 60)')
      primary = standby
      return former
    },
    /** What is where the former primary was follows the one that took its place. */
    async rejoin(former: OwnPostgres): Promise<void> {
      standby = await follow(primary, former.port)
    },
  }
}
