import '../../../subjects/index.ts'
import { describe, expect, it, onTestFinished } from 'vitest'
import { postgresPair } from '../../../../test/support/postgres-pair.ts'
import { shell } from '../../../../test/support/shell.ts'
import { openEngine } from '../open-engine.ts'

const ADD = `UPDATE migration_lock SET taken = taken + 1`
const COUNT = `SELECT CAST(taken AS TEXT) AS total FROM migration_lock`
const TERMINATE = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND backend_type = 'client backend'`

describe('several hosts, of which one takes writes', () => {
  it('are gone through for it, also after a failover, and a former primary that is back is never used', async () => {
    const pair = await postgresPair()
    const engine = await openEngine({ url: pair.url, poolSize: 4, onError: () => undefined })
    onTestFinished(engine.close)
    let clearings = 0
    const lease = engine.follow({ evict: () => undefined, clear: () => void clearings++ }, () => undefined)
    onTestFinished(() => lease.stop())
    const writes = () =>
      engine.query(ADD).then(
        () => true,
        () => false,
      )
    const portOf = async () => (await engine.query('SHOW port'))[0]?.['port']
    const total = async () => Number((await engine.query(COUNT))[0]?.['total'])
    await engine.query(ADD)
    const before = await total()
    await expect.poll(() => lease.isCurrent()).toBe(true)
    expect(clearings).toBe(1)

    const former = await pair.failOver(0)
    await expect.poll(writes).toBe(true)
    await expect.poll(() => lease.isCurrent()).toBe(true)
    expect(clearings).toBe(2)
    expect(await total()).toBe(before + 1)

    // Both take writes now. Whoever connects anew, and whoever comes, goes to the one with the longer history.
    await former.startAgain()
    const byHand = pair.primary().client()
    await byHand.connect()
    await byHand.query(TERMINATE)
    await byHand.end()
    await expect.poll(writes).toBe(true)
    expect(await portOf()).toBe(String(pair.primary().port))
    expect((await shell({ DATABASE_URL: pair.url }).latchkey('doctor')).out).toContain('can be written to')

    // Not even where nobody else is left.
    await pair.primary().crash()
    for (let tries = 0; tries < 20; tries++) {
      expect(await writes()).toBe(false)
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
    const left = former.client('migrated')
    await left.connect()
    const { rows } = await left.query<{ total: string }>(COUNT)
    await left.end()
    expect(rows[0]?.total).toBe(String(before))

    await pair.primary().startAgain()
    await expect.poll(writes).toBe(true)
    expect(await portOf()).toBe(String(pair.primary().port))
  })
})
