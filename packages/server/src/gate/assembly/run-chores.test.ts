import { describe, expect, it } from 'vitest'
import type { Context } from '../deps.ts'
import type { Chore } from '../subject.ts'
import { runChores } from './run-chores.ts'

const running = { contextFor: () => ({}) as Context, now: 1, pauseMs: 0, isStopped: () => false, onError: () => undefined }

/** Has so much to do. */
function work(steps: number) {
  let done = 0
  const chore: Chore = async () => steps > ++done
  return { chore, done: () => done }
}

describe('the chores of the purge', () => {
  it('are each done to the end where that is near', async () => {
    const all = [work(3), work(1), work(700)]
    await runChores(
      all.map(({ chore }) => chore),
      running,
    )
    expect(all.map(({ done }) => done())).toEqual([3, 1, 700])
  })

  it('do not wait for one that has very much to do: it goes on in the next run', async () => {
    const [long, short] = [work(5000), work(2)]
    await runChores([long.chore, short.chore], running)
    expect([long.done(), short.done()]).toEqual([1000, 2])
    await runChores([long.chore], running)
    expect(long.done()).toBe(2000)
  })

  it('do not wait for one that fails, and stop between two steps', async () => {
    const [errors, short, never]: [unknown[], ReturnType<typeof work>, ReturnType<typeof work>] = [[], work(2), work(9)]
    const fails: Chore = async () => {
      throw new Error('no')
    }
    await runChores([fails, short.chore], { ...running, onError: (error) => errors.push(error) })
    expect([errors.length, short.done()]).toEqual([1, 2])
    await runChores([never.chore], { ...running, isStopped: () => never.done() === 4 })
    expect(never.done()).toBe(4)
  })
})
