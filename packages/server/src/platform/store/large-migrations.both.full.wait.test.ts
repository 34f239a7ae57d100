import { describe, expect, inject, it } from 'vitest'
import { openedEngines } from '../../../test/support/opened-engines.ts'
import { held } from '../../../test/support/world.ts'
import type { Engine } from './engine.ts'
import { migrate } from './migrate.ts'
import type { Migration } from './migrations.ts'
import { migrations } from './migrations.ts'

async function opened(postgresSettings?: string) {
  const { open } = await openedEngines({ postgresSettings })
  return { engine: await open(), open }
}

/** One more than there are, with an index on a table that may be large. */
const INDEX = `CREATE INDEX sessions_by_name ON sessions (name)`
const LATER: Migration = {
  id: '0002-later',
  indexes: [INDEX],
  statements: [`ALTER TABLE sessions ADD COLUMN later TEXT`],
}
const ALL = [...migrations, LATER]
const migrateAll = (engine: Engine) => migrate(engine, undefined, ALL)

describe('migrate', () => {
  it('tells each step before it is taken, and of how many', async () => {
    const { engine } = await opened()
    const steps: unknown[] = []
    await migrate(engine, (step) => steps.push(step))
    expect(steps).toEqual(migrations.map(({ id }, index) => ({ migration: id, number: index + 1, of: migrations.length })))
  })

  it('keeps what was applied when a later step fails, and goes on from there', async () => {
    const { engine } = await opened()
    const buildIndex: Engine['buildIndex'] = (sql, statement) =>
      statement === INDEX ? Promise.reject(new Error('no space left')) : engine.buildIndex(sql, statement)
    const broken = { ...engine, buildIndex }
    await expect(migrateAll(broken)).rejects.toThrow('no space left')
    expect(await migrateAll(engine)).toEqual([LATER.id])
  })
})

describe.skipIf(inject('engine') === 'sqlite')('a migration of a large PostgreSQL database', () => {
  it('may take longer than any other statement', async () => {
    const { engine } = await opened('?statement_timeout=200&query_timeout=300')
    const slow = `SELECT CAST(pg_sleep(0.5) AS TEXT)`
    await expect(engine.transaction((sql) => sql.query(slow))).rejects.toThrow()
    expect(await engine.migration('SELECT 1', (sql) => sql.query(slow))).toHaveLength(1)
  })

  it('waits for another process that migrates, for as long as that takes', async () => {
    const { engine, open } = await opened()
    await migrate(engine)
    await engine.query(`DELETE FROM migrations WHERE id = ?`, [migrations.at(-1)?.id ?? ''])
    const [gate, begun] = [held(), held()]
    const other = (await open()).migration(`UPDATE migration_lock SET taken = 1`, async (sql) => {
      await sql.query(`INSERT INTO migrations (id) VALUES (?)`, [migrations.at(-1)?.id ?? ''])
      begun.release()
      await gate.released
    })
    await begun.released
    let isDone = false
    const waiting = migrate(engine).finally(() => {
      isDone = true
    })
    // Longer than one wait for the lock.
    await engine.query(`SELECT CAST(pg_sleep(2.5) AS TEXT)`)
    expect(isDone).toBe(false)
    gate.release()
    await other
    expect(await waiting).toEqual([])
  })

  it('makes an index once, however many processes start while that takes', async () => {
    const { engine, open } = await opened()
    await migrate(engine)
    const [gate, begun] = [held(), held()]
    // Whoever writes to the table holds up an index that is made meanwhile.
    const writing = (await open()).transaction(async (sql) => {
      await sql.query(`UPDATE sessions SET revoked_at = NULL`)
      begun.release()
      await gate.released
    })
    await begun.released
    const made = async () =>
      (await engine.query(`SELECT CAST(oid AS TEXT) AS oid FROM pg_class WHERE relname = 'sessions_by_name'`))[0]
    const waiting = async (count: number) => {
      const text = `SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`
      while ((await engine.query(text)).length < count);
    }
    const first = migrateAll(await open())
    await waiting(1)
    const index = await made()
    const second = migrateAll(await open())
    await waiting(2)
    // Longer than PostgreSQL waits before it looks whether two wait for each other.
    await engine.query(`SELECT CAST(pg_sleep(1.5) AS TEXT)`)
    gate.release()
    await Promise.all([writing, first, second])
    expect(index).toBeDefined()
    expect(await made()).toEqual(index)
  })

  it('does not wait for itself where transactions keep what they have seen', async () => {
    const { engine } = await opened('?options=-c%20default_transaction_isolation%3Dserializable')
    expect(await migrate(engine)).toHaveLength(migrations.length)
  })
})

describe('an index on a table that is in use', () => {
  it('is made while others write, and anew where it was left unfinished', async () => {
    const { engine, open } = await opened()
    await engine.query(`CREATE TABLE things (id BIGINT NOT NULL)`)
    for (const id of [1, 1]) await engine.query(`INSERT INTO things (id) VALUES (?)`, [id])
    const build = () =>
      engine.migration('SELECT 1', (sql) => engine.buildIndex(sql, `CREATE UNIQUE INDEX things_by_id ON things (id)`))
    await expect(build()).rejects.toThrow()
    await engine.query(`DELETE FROM things`)
    const other = await open()
    await Promise.all([build(), other.query(`INSERT INTO things (id) VALUES (2)`)])
    await expect(engine.query(`INSERT INTO things (id) VALUES (2)`)).rejects.toThrow()
  })
})
