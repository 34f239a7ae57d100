import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it, onTestFinished, vi } from 'vitest'
import { ownDirectory } from '../../../../test/support/scratch-directory.ts'
import { held } from '../../../../test/support/world.ts'
import { openEngine } from '../open-engine.ts'

it('does not give up on a locked file because the process stood still meanwhile', async () => {
  const url = `file:${path.join(ownDirectory('busy-'), 'a.db')}`
  const open = async () => {
    const engine = await openEngine({ url, poolSize: 1, onError: () => undefined })
    onTestFinished(() => engine.close())
    return engine
  }
  const [engine, other] = [await open(), await open()]
  await engine.run(`CREATE TABLE notes (id INTEGER PRIMARY KEY)`)
  const lock = held()
  const locked = held()
  const holding = other.transaction(async () => {
    locked.release()
    await lock.released
  })
  await locked.released

  const writing = engine.run(`INSERT INTO notes (id) VALUES (1)`)
  await sleep(20)
  const now = performance.now.bind(performance)
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now() + 60_000)
  onTestFinished(() => clock.mockRestore())
  await sleep(120)
  lock.release()
  await Promise.all([holding, writing])
  expect(await engine.query(`SELECT id FROM notes`)).toEqual([{ id: 1 }])
})
