import { existsSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Engine } from '../../src/platform/store/engine.ts'
import { migratedDatabase } from './database.ts'
import { held } from './world.ts'

async function visit<T>(work: (service: Engine, directory: string) => Promise<T>) {
  const { url, directory, callers, drop } = await migratedDatabase()
  const [service] = await callers.lend()
  const seen = await work(service, directory)
  await drop()
  return { url, seen }
}

const LOCKS = `SELECT * FROM locks ORDER BY name`
const ADD_STATE = `INSERT INTO spent_states (hash, expires_at) VALUES ('a', 1)`

describe('the files that tests leave to each other', () => {
  it('have no row of the test before, and those that migrations have written; nor is anything else left in their directory', async () => {
    const { url, seen } = await visit(async (engine, directory) => {
      writeFileSync(path.join(directory, 'note'), 'for myself')
      const before = await engine.query(LOCKS)
      await engine.query(ADD_STATE)
      await engine.query(`UPDATE locks SET taken = taken + 1`)
      return before
    })
    const next = await visit(async (engine, directory) => [
      await engine.query(LOCKS),
      await engine.query(`SELECT * FROM spent_states`),
      existsSync(path.join(directory, 'note')),
    ])
    expect(next).toEqual({ url, seen: [seen, [], false] })
  })

  it.each([
    'CREATE TABLE own (id TEXT)',
    'ALTER TABLE spent_states ADD COLUMN own TEXT',
    'DROP TABLE spent_states',
    'PRAGMA query_only = ON',
    `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20000)
       INSERT INTO spent_states SELECT printf('%0100d', i), i FROM n`,
  ])('are not left after %s', async (change) => {
    const { url } = await visit((engine) => engine.query(change))
    const next = await visit((engine) => engine.query(ADD_STATE))
    expect(next.url).not.toBe(url)
  })

  it('are not left where another has taken their place', async () => {
    const { url } = await visit(async (_engine, directory) => {
      writeFileSync(path.join(directory, 'other'), '')
      renameSync(path.join(directory, 'other'), path.join(directory, 'test.db'))
    })
    expect((await visit((engine) => engine.query(ADD_STATE))).url).not.toBe(url)
  })

  it('are not left by a caller who is still at it', async () => {
    const [begun, gate] = [held(), held()]
    const { url } = await visit(async (engine) => {
      void engine.transaction(async () => {
        begun.release()
        await gate.released
      })
      await begun.released
      setTimeout(gate.release, 20)
    })
    expect((await visit((engine) => engine.query(ADD_STATE))).url).not.toBe(url)
  })
})
