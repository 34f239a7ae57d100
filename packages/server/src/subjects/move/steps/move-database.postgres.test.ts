import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { emptyDatabase, migratedDatabase } from '../../../../test/support/database.ts'
import { atEnd } from '../../../../test/support/shared.ts'
import { migratedShell } from '../../../../test/support/shell.ts'
import { systemClock } from '../../../platform/kernel/clock.ts'
import type { Engine, Row } from '../../../platform/store/engine.ts'
import { MOVED_TO } from '../../../platform/store/moved/fence.ts'
import { openMigrated } from '../../../platform/store/open-migrated.ts'
import { NOTES } from '../source/notes.ts'
import { openSource, type Source } from '../source/source.ts'
import { moveDatabase } from './move-database.ts'
import { undoMove } from './undo-move.ts'

const SECRET = 'a secret for tests, 32 bytes and more'
const LAST = 'Handing over.'
const LATE = 'Writers would have waited for longer than 800 ms: rolled back.'
const COUNTERS = `SELECT figure, day, shard, total FROM day_counters ORDER BY figure, day, shard`
const PEOPLE = `SELECT id, email, name FROM accounts ORDER BY id`
const COUNTED = `INSERT INTO day_counters (figure, day, shard, total) VALUES`

/** A file with rows, the database that they go to, and what may happen in between. */
async function scene() {
  const target = await migratedDatabase()
  atEnd(target.drop)
  const { database: file, sql, latchkey } = await migratedShell({ SECRET })
  for (const name of ['ada', 'bob', 'cy'])
    await latchkey('users', 'create', '--email', `${name}@example.com`, '--name', name, '--no-password')
  await sql(`${COUNTED} ('test', 1, 1, 1), ('test', 2, 1, 2), ('test', 3, 1, 3)`)
  const { engine } = await openMigrated({ url: target.url, poolSize: 2, onError: () => undefined, isTarget: true })
  const source = await openSource(file)
  atEnd(async () => {
    source.close()
    await engine.close()
  })
  const other = await openSource(file)
  atEnd(async () => other.close())
  const there = (statement: string): Promise<readonly Row[]> => engine.query(statement)
  const here = (statement: string): readonly Row[] => other.read(statement).map((row) => ({ ...row }))
  return {
    ...{ sql, engine, there, here, to: target.url, url: `file:${file}`, file },
    /** `at` runs as the command says a line. */
    async move({ at = {}, beforeSettling, beforeHandOver, during }: Happening = {}) {
      const said: string[] = []
      const say = (line: string): void => {
        said.push(line)
        other.all(at[line] ?? [])
      }
      const begin = async (): Promise<void> => {
        tries++
        await beforeHandOver?.(tries)
        await source.begin()
      }
      const snapshot = async <T>(work: () => Promise<T>): Promise<T> => {
        await beforeSettling?.()
        return source.snapshot(work)
      }
      const transaction: Engine['transaction'] = async (work) => {
        if (tries > 0) await during?.(tries)
        return engine.transaction(work)
      }
      let tries = 0
      const places = { source: { ...source, begin, snapshot }, engine: { ...engine, transaction }, to: target.url, say }
      await moveDatabase(places)
      // A machine that is busy makes writers wait for long, too: then it is tried once more.
      const late = said.filter((line) => line === LATE).length
      return { said: said.filter((line) => line !== LATE), late, tries: tries - late }
    },
    other,
  }
}

interface Happening {
  readonly at?: Readonly<Record<string, readonly string[]>>
  readonly beforeSettling?: () => unknown
  /** Each time before the command asks to be the only writer. */
  readonly beforeHandOver?: (tries: number) => unknown
  /** Then, before its last rows are stored. */
  readonly during?: (tries: number) => unknown
}

const marks = (other: Source): readonly string[] => [NOTES, MOVED_TO, 'move_begun'].filter((name) => other.has(name))
const triggers = `SELECT COUNT(*) AS triggers FROM sqlite_master WHERE type = 'trigger' AND name GLOB 'move*'`

describe('a move', () => {
  it('takes over what is written at each of its steps: rows that come, change, go, and change their keys', async () => {
    const { move, there, here, other } = await scene()
    const steps = ['Copying.', 'Taking over what was written meanwhile.', 'Comparing.', LAST]
    const at = Object.fromEntries(
      steps.map((line, n) => [
        line,
        [
          `${COUNTED} ('test', ${n + 10}, 1, 1)`,
          `UPDATE day_counters SET total = total + 1 WHERE figure = 'test' AND day = 1`,
          `UPDATE day_counters SET shard = shard + 1 WHERE figure = 'test' AND day = 2`,
          n === 0
            ? `DELETE FROM day_counters WHERE figure = 'test' AND day = 3`
            : `DELETE FROM day_counters WHERE day = ${n + 9}`,
          `UPDATE accounts SET name = '${line}' WHERE email = 'ada@example.com'`,
        ],
      ]),
    )
    // The last of it comes and goes when nothing but the hand-over is left.
    const beforeHandOver = (tries: number) => {
      if (tries === 1) other.all([`${COUNTED} ('late', 1, 1, 1)`, `DELETE FROM day_counters WHERE figure = 'test' AND day = 13`])
    }
    const { said } = await move({ at, beforeHandOver })
    expect(said).toEqual(steps)
    expect(await there(COUNTERS)).toEqual(here(COUNTERS))
    expect(await there(`SELECT day, shard, total FROM day_counters WHERE figure = 'test' ORDER BY day`)).toEqual([
      { day: 1, shard: 1, total: 5 },
      { day: 2, shard: 5, total: 2 },
    ])
    expect(await there(PEOPLE)).toEqual(here(PEOPLE))
    expect(await there(`SELECT state FROM latchkey_move`)).toEqual([{ state: 'handed' }])

    // Nobody can write to the file any more, whatever program they have.
    for (const statement of [`${COUNTED} ('test', 9, 1, 1)`, `UPDATE accounts SET name = 'Eve'`, `DELETE FROM day_counters`])
      expect(() => other.all([statement])).toThrow(/the database has moved to 127\.0\.0\.1:\d+\/\w+: set DATABASE_URL to it/)
  })

  it.each([
    ['a row that the file does not have', `${COUNTED} ('odd', 1, 1, 1)`],
    ['no row where the file has one', `DELETE FROM day_counters WHERE figure = 'test' AND day = 3`],
  ])('ends where the new database has %s, and leaves the service as it was', async (_, statement) => {
    const { move, there, here, other } = await scene()
    await expect(move({ beforeSettling: () => there(statement) })).rejects.toThrow('is not the same in both databases')
    expect([marks(other), here(triggers)]).toEqual([[], [{ triggers: 0 }]])
    other.all([`UPDATE accounts SET name = 'still here'`])
  })

  it('ends where a row of the last moment is in the new database before it came', async () => {
    const { move, there, other } = await scene()
    const beforeHandOver = async (tries: number) => {
      const row = `${COUNTED} ('odd', ${tries}, 1, 1)`
      other.all([row])
      await there(row)
    }
    await expect(move({ beforeHandOver })).rejects.toThrow('The table day_counters is not the same in both databases')
    expect(marks(other)).toEqual([])
    expect(await there(`SELECT state FROM latchkey_move`)).toEqual([{ state: 'copying' }])
  })

  it('takes over what is much before writers wait', async () => {
    const { move, there, here, other } = await scene()
    const many = `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1500)
      INSERT INTO day_counters (figure, day, shard, total) SELECT 'many', i, 1, 1 FROM n`
    const { tries } = await move({ beforeHandOver: (tries) => tries === 1 && other.all([many]) })
    expect(tries).toBe(2)
    expect(await there(COUNTERS)).toEqual(here(COUNTERS))
  })

  it('lets writers go on where they would wait for long, and tries again', async () => {
    const { move, there, here, other } = await scene()
    const row = `${COUNTED} ('later', 1, 1, 1)`
    const during = (tries: number) => tries === 1 && sleep(1000)
    const { late, tries } = await move({ during, beforeHandOver: (tries) => tries === 2 && other.all([row]) })
    expect([late > 0, tries]).toEqual([true, 1])
    expect(await there(COUNTERS)).toEqual(here(COUNTERS))
    expect(await there(`SELECT state FROM latchkey_move`)).toEqual([{ state: 'handed' }])
  })

  it('waits for a mail that is on its way', async () => {
    const { move, there, other } = await scene()
    const leased = systemClock.now() + 60_000
    const mail = `INSERT INTO outbox (id, kind, attempts, next_attempt_at, leased_until, expires_at, created_at)`
    other.all([`${mail} VALUES ('mail', 'reset', 1, 1, ${leased}, ${leased}, 1)`])
    const { tries } = await move({ beforeHandOver: (tries) => tries === 3 && other.all([`UPDATE outbox SET done_at = 1`]) })
    expect(tries).toBe(3)
    expect(await there(`SELECT done_at FROM outbox`)).toEqual([{ done_at: 1 }])
  })

  it('ends where another one of the same file has begun, and leaves that one what it has noted', async () => {
    const { move, other } = await scene()
    const at = { 'Comparing.': [`UPDATE move_begun SET id = 'of another'`] }
    await expect(move({ at })).rejects.toThrow('Another move of this file has begun: this one has ended.')
    expect(marks(other)).toEqual([NOTES, 'move_begun'])
  })
})

describe('the way back', () => {
  it('leads to the file while nothing works at the new database, and what is written then counts', async () => {
    const { move, other, here, there, url, file, to } = await scene()
    await move()
    expect(await undoMove(url, file, to)).toContain('works with')
    expect([marks(other), here(triggers)]).toEqual([[], [{ triggers: 0 }]])
    other.all([`UPDATE accounts SET name = 'Back'`])
    expect(await there(`SELECT state FROM latchkey_move`)).toEqual([{ state: 'undone' }])
  })

  it('is closed once a process has worked there, and where another database is named', async () => {
    const { move, other, there, url, file, to } = await scene()
    await move()
    const elsewhere = await emptyDatabase()
    atEnd(elsewhere.drop)
    await expect(undoMove(url, file, elsewhere.url)).rejects.toThrow('is not where the database has moved')
    await there(`UPDATE latchkey_move SET state = 'open'`)
    await expect(undoMove(url, file, to)).rejects.toThrow('so there is no way back')
    expect(() => other.all([`UPDATE accounts SET name = 'Eve'`])).toThrow('has moved')
  })
})
