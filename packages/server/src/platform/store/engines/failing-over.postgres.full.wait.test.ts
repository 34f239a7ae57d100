import '../../../subjects/index.ts'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { OwnPostgres } from '../../../../test/support/own-postgres.ts'
import { postgresPair } from '../../../../test/support/postgres-pair.ts'
import { shell } from '../../../../test/support/shell.ts'
import type { Engine } from '../engine.ts'
import { openEngine } from '../open-engine.ts'

const PORT = `SELECT current_setting('port') AS port`
const ADD = `UPDATE migration_lock SET taken = taken + 1`
const COUNT = `SELECT CAST(taken AS TEXT) AS total FROM migration_lock`
const TERMINATE = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND backend_type = 'client backend'`

const portOf = async ({ query }: Engine) => (await query(PORT))[0]?.['port']

async function opened(url: string) {
  const engine = await openEngine({ url, poolSize: 4, onError: () => undefined })
  onTestFinished(engine.close)
  return engine
}

/** How often what is kept in memory was forgotten, which it is at the beginning of each lease. */
function leased(engine: Engine) {
  let clearings = 0
  const lease = engine.follow({ evict: () => undefined, clear: () => void clearings++ }, () => undefined)
  onTestFinished(() => lease.stop())
  return { clearings: () => clearings, isCurrent: () => lease.isCurrent() }
}

async function byHand(server: OwnPostgres, text: string): Promise<readonly { readonly total?: string }[]> {
  const client = server.client('migrated')
  await client.connect()
  try {
    return (await client.query<{ total?: string }>(text)).rows
  } finally {
    await client.end()
  }
}

describe('several hosts, of which one takes writes', () => {
  it('are gone through for it, also after a failover, and a former primary that is back is never used', async () => {
    const pair = await postgresPair()
    const engine = await opened(pair.url)
    const lease = leased(engine)
    const writes = () =>
      engine.query(ADD).then(
        () => true,
        () => false,
      )
    const total = async () => Number((await engine.query(COUNT))[0]?.['total'])
    await engine.query(ADD)
    const before = await total()
    await expect.poll(lease.isCurrent).toBe(true)
    expect(lease.clearings()).toBe(1)

    const former = await pair.failOver(0)
    await expect.poll(writes).toBe(true)
    await expect.poll(lease.isCurrent).toBe(true)
    expect(lease.clearings()).toBe(2)
    expect(await total()).toBe(before + 1)

    // Both take writes now. Whoever connects anew, and whoever comes, goes to the one with the longer history.
    await former.startAgain()
    await byHand(pair.primary(), TERMINATE)
    await expect.poll(writes).toBe(true)
    expect(await portOf(engine)).toBe(String(pair.primary().port))
    expect(await portOf(await opened(pair.url))).toBe(String(pair.primary().port))
    expect((await shell({ DATABASE_URL: pair.url }).latchkey('doctor')).out).toContain('can be written to')

    // Not even where nobody else is left.
    await pair.primary().crash()
    for (let tries = 0; tries < 20; tries++) {
      expect(await writes()).toBe(false)
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
    expect(await byHand(former, COUNT)).toEqual([{ total: String(before) }])

    await pair.primary().startAgain()
    await expect.poll(writes).toBe(true)
    expect(await portOf(engine)).toBe(String(pair.primary().port))
  })
})
