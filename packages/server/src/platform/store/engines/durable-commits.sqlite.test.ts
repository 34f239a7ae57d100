import { fdatasync, fstatSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { promisify } from 'node:util'
import { describe, expect, it, onTestFinished } from 'vitest'
import { ownDirectory } from '../../../../test/support/scratch-directory.ts'
import { held } from '../../../../test/support/world.ts'
import type { Engine } from '../engine.ts'
import { openEngine } from '../open-engine.ts'

const realSync = promisify(fdatasync)

interface Watched {
  readonly engine: Engine
  readonly file: string
  readonly broken: Error[]
}

/** A database with one table, whose syncs a test can hold, count or fail. */
async function watched(sync: (log: number) => Promise<void> = realSync): Promise<Watched> {
  const file = path.join(ownDirectory('durable-'), 'a.db')
  const broken: Error[] = []
  const onBroken = (error: Error): void => void broken.push(error)
  const engine = await openEngine({ url: `file:${file}`, poolSize: 1, onError: () => undefined, onBroken, sync })
  onTestFinished(() => engine.close().catch(() => undefined))
  await engine.run(`CREATE TABLE notes (id INTEGER PRIMARY KEY, text TEXT NOT NULL)`)
  return { engine, file, broken }
}

const add = (engine: Engine, id: number, text = ''): Promise<number> =>
  engine.transaction(async (sql) => {
    await sql.query(`INSERT INTO notes (id, text) VALUES (?, ?)`, [id, text])
    return id
  })

async function idsIn(database: Buffer, log: Buffer): Promise<Set<number>> {
  const file = path.join(ownDirectory('durable-'), 'copy.db')
  writeFileSync(file, database)
  writeFileSync(`${file}-wal`, log)
  const copy = await openEngine({ url: `file:${file}`, poolSize: 1, onError: () => undefined })
  try {
    expect(await copy.query(`SELECT integrity_check AS found FROM pragma_integrity_check`)).toEqual([{ found: 'ok' }])
    return new Set((await copy.query(`SELECT id FROM notes`)).map(({ id }) => Number(id)))
  } finally {
    await copy.close()
  }
}

describe('a power cut', () => {
  it('at any sync takes nothing that was acknowledged, whatever else was written', async () => {
    const acknowledged = new Set<number>()
    /** What the disk has for certain: all that was written when the last sync began that has ended. */
    let certain: { readonly database: Buffer; readonly log: Buffer } | undefined
    const cuts: { readonly database: Buffer; readonly log: Buffer; readonly promised: readonly number[] }[] = []
    let file = ''
    const { engine, file: opened } = await watched(async (log) => {
      if (file === '') return realSync(log)
      const written = { database: readFileSync(file), log: readFileSync(`${file}-wal`) }
      await realSync(log)
      await nextTurn()
      // The power is cut here, just before this sync is known to have ended.
      if (certain) cuts.push({ ...certain, promised: [...acknowledged] })
      certain = written
    })
    file = opened
    let next = 0
    const writer = async (): Promise<void> => {
      while (next < 200) acknowledged.add(await add(engine, next++, 'x'.repeat(30_000)))
    }
    await Promise.all(Array.from({ length: 8 }, writer))
    expect(acknowledged.size).toBe(200)
    expect(cuts.length).toBeGreaterThan(10)
    for (const { database, log, promised } of cuts) {
      const found = await idsIn(database, log)
      expect(promised.filter((id) => !found.has(id))).toEqual([])
    }
  })
})

describe('commits', () => {
  it('that come while a sync runs share the next one', async () => {
    let syncs = 0
    const { engine } = await watched(async (log) => {
      syncs++
      await realSync(log)
    })
    syncs = 0
    await Promise.all(Array.from({ length: 32 }, (_, id) => add(engine, id)))
    expect(syncs).toBeLessThan(16)
  })

  it('are acknowledged, and what was read of them is told, once they are on the disk', async () => {
    let gate = Promise.resolve()
    const { engine } = await watched(() => gate)
    const { released, release } = held()
    gate = released
    const told: string[] = []
    const telling = (what: string, work: Promise<unknown>) =>
      work.then(
        () => void told.push(what),
        () => void told.push(what),
      )
    const someTurns = async (): Promise<void> => {
      for (let turn = 0; turn < 20; turn++) await nextTurn()
    }
    const written = telling('written', add(engine, 1))
    await someTurns()
    const refused = engine.transaction(async (sql) => {
      expect(await sql.query(`SELECT id FROM notes`)).toEqual([{ id: 1 }])
      throw new Error('there is one already')
    })
    const depending = [telling('refused', refused), telling('read', engine.query(`SELECT id FROM notes`))]
    await someTurns()
    expect(told).toEqual([])
    release()
    await Promise.all([written, ...depending])
    expect(told.toSorted()).toEqual(['read', 'refused', 'written'])
  })

  it('of another process are on the disk before anything that was read of them is told', async () => {
    let syncs = 0
    const { engine, file } = await watched(async (log) => {
      syncs++
      await realSync(log)
    })
    const other = await openEngine({ url: `file:${file}`, poolSize: 1, onError: () => undefined, sync: async () => undefined })
    await add(other, 7)
    await other.close()
    syncs = 0
    expect(await engine.query(`SELECT id FROM notes`)).toEqual([{ id: 7 }])
    expect(syncs).toBe(1)
    await engine.query(`SELECT id FROM notes`)
    expect(syncs).toBe(1)
  })
})

describe('a sync that fails', () => {
  it('fails all that waits and all that follows, is told once and never tried again', async () => {
    let [syncs, isFailing] = [0, false]
    const { engine, broken } = await watched(async (log) => {
      syncs++
      if (isFailing) throw Object.assign(new Error('EIO: i/o error, fdatasync'), { code: 'EIO' })
      await realSync(log)
    })
    await add(engine, 1)
    ;[syncs, isFailing] = [0, true]
    const waiting = await Promise.allSettled([add(engine, 2), add(engine, 3), engine.query(`SELECT id FROM notes`)])
    expect(waiting.slice(0, 2).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    isFailing = false
    await expect(add(engine, 4)).rejects.toThrow('durable')
    await expect(engine.query(`SELECT id FROM notes`)).rejects.toThrow('durable')
    expect([syncs, broken.length, String(broken[0]?.cause)]).toEqual([1, 1, 'Error: EIO: i/o error, fdatasync'])
  })

  it('is what it counts as that somebody has replaced the log', async () => {
    const { engine, file, broken } = await watched()
    await add(engine, 1)
    renameSync(`${file}-wal`, `${file}-wal.old`)
    writeFileSync(`${file}-wal`, '')
    await Promise.allSettled(Array.from({ length: 10 }, (_, at) => add(engine, at + 2, 'x'.repeat(1_000_000))))
    await expect.poll(() => broken.map(({ cause }) => String(cause))).toEqual([`Error: ${file}-wal was replaced`])
    await expect(add(engine, 99)).rejects.toThrow('durable')
  })
})

describe('the log', () => {
  const MOST = 64 * 1024 * 1024

  it('stays small while writers are as fast as they can be, and is used again', async () => {
    let longest = 0
    const { engine } = await watched(async (log) => {
      await realSync(log)
      longest = Math.max(longest, fstatSync(log).size)
    })
    const text = 'x'.repeat(100_000)
    let next = 0
    const writer = async (): Promise<void> => {
      while (next * text.length < MOST) await add(engine, next++, text)
    }
    await Promise.all(Array.from({ length: 16 }, writer))
    expect(longest).toBeLessThan(MOST / 2)
    expect(await engine.query(`SELECT COUNT(*) AS count FROM notes`)).toEqual([{ count: next }])
  })

  it('is empty once the database was closed, so that the file alone is a whole copy', async () => {
    const { engine, file } = await watched()
    for (let id = 0; id < 20; id++) await add(engine, id, 'x'.repeat(1000))
    await engine.close()
    expect(await idsIn(readFileSync(file), Buffer.alloc(0))).toEqual(new Set(Array.from({ length: 20 }, (_, id) => id)))
  })

  it('is kept short with two processes on one file, too', async () => {
    const { engine, file } = await watched()
    const other = await openEngine({ url: `file:${file}`, poolSize: 1, onError: () => undefined })
    let [longest, next] = [0, 0]
    const writer = async (own: Engine): Promise<void> => {
      while (next < 700) {
        await add(own, next++, 'x'.repeat(100_000))
        longest = Math.max(longest, statSync(`${file}-wal`).size)
      }
    }
    await Promise.all([engine, other].flatMap((own) => Array.from({ length: 4 }, () => writer(own))))
    await other.close()
    expect(longest).toBeLessThan(MOST)
  })

  it('is not waited for while somebody reads for long', async () => {
    const { engine, file } = await watched()
    await add(engine, 1)
    const { DatabaseSync } = await import('@photostructure/sqlite')
    const reader = new DatabaseSync(file, { readOnly: true })
    reader.exec('BEGIN; SELECT * FROM notes')
    // Our own transactions are over whenever this asks, so only a checkpoint that waits for the reader would refuse it.
    const writer = new DatabaseSync(file)
    let refused = 0
    const asking = setInterval(() => {
      try {
        writer.exec('BEGIN IMMEDIATE; ROLLBACK')
      } catch {
        refused++
      }
    }, 1)
    const text = 'x'.repeat(1_000_000)
    for (let id = 2; id < 40; id++) await add(engine, id, text)
    clearInterval(asking)
    expect(refused).toBe(0)
    reader.exec('COMMIT')
    for (const one of [reader, writer]) one.close()
    expect(await engine.query(`SELECT COUNT(*) AS count FROM notes`)).toEqual([{ count: 39 }])
  })
})
