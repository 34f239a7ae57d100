import { beforeEach, describe, expect, it } from 'vitest'
import type { Engine } from '../../src/platform/store/engine.ts'
import { openEngine } from '../../src/platform/store/open-engine.ts'
import { migratedDatabase } from './database.ts'

async function visit<T>(work: (engine: Engine) => Promise<T>) {
  const { url, drop } = await migratedDatabase()
  const engine = await openEngine({ url, poolSize: 1, onError: () => undefined })
  const seen = await work(engine)
  await engine.close()
  await drop()
  return { url, seen }
}

const LOCKS = `SELECT * FROM locks ORDER BY name`
const ADD_STATE = `INSERT INTO spent_states (hash, expires_at) VALUES ('a', 1)`

/** Other tests of this worker may have left some that are about to be too large. */
async function untilOneStays(): Promise<void> {
  for (let before = ''; ; ) {
    const { url } = await visit(async () => undefined)
    if (url === before) return
    before = url
  }
}

describe('the databases that tests leave to each other', () => {
  beforeEach(untilOneStays)

  it('have no row of the test before, and those that migrations have written', async () => {
    const { url, seen } = await visit(async (engine) => {
      const before = await engine.query(LOCKS)
      await engine.query(ADD_STATE)
      await engine.query(`UPDATE locks SET taken = taken + 1`)
      return before
    })
    const next = await visit(async (engine) => [await engine.query(LOCKS), await engine.query(`SELECT * FROM spent_states`)])
    expect(next).toEqual({ url, seen: [seen, []] })
  })

  it.each([
    'CREATE TABLE own (id TEXT)',
    'ALTER TABLE spent_states ADD COLUMN own TEXT',
    'DROP TABLE spent_states',
    'CREATE FUNCTION own() RETURNS INTEGER LANGUAGE SQL AS $$ SELECT 1 $$',
    `INSERT INTO spent_states SELECT repeat(md5(n::text), 4), n FROM generate_series(1, 10000) AS n`,
  ])('are not left after %s', async (change) => {
    const { url } = await visit((engine) => engine.query(change))
    const next = await visit((engine) => engine.query(ADD_STATE))
    expect(next.url).not.toBe(url)
  })

  it('have no caller of the test before', async () => {
    const { url, drop } = await migratedDatabase()
    const caller = await openEngine({ url, poolSize: 1, onError: () => undefined })
    await caller.query(ADD_STATE)
    await drop()
    const others = `SELECT COUNT(*) AS count FROM pg_stat_activity WHERE datname = current_database() AND query = $1`
    const next = await visit((engine) => engine.query(others, [ADD_STATE]))
    expect(next).toEqual({ url, seen: [{ count: 0 }] })
    await caller.close()
  })

  it('have their callers with them, unless one of those has changed more than rows', async () => {
    const call = async (statement: string) => {
      const { url, callers, drop } = await migratedDatabase()
      const [service, beside] = await callers.lend()
      await service.query(statement)
      const [{ pid } = {}] = await beside.query(`SELECT pg_backend_pid() AS pid`)
      await drop()
      return { url, pid }
    }
    const first = await call(ADD_STATE)
    expect(await call(ADD_STATE)).toEqual(first)
    expect(await call('SET work_mem = 64')).toEqual(first)
    expect((await call(ADD_STATE)).pid).not.toBe(first.pid)
  })

  it('are not left by a caller who is still at it', async () => {
    const { url, callers, drop } = await migratedDatabase()
    const [service] = await callers.lend()
    const held = service.transaction((sql) => sql.query(`SELECT CAST(pg_sleep(1) AS TEXT)`)).catch(() => undefined)
    await drop()
    await held
    expect((await visit(async () => undefined)).url).not.toBe(url)
  })
})
