import { describe, expect, it } from 'vitest'
import { KeyedQueue } from './keyed-queue.ts'
import { atDeadline, Semaphore } from './semaphore.ts'

const late = () => new Error('waited too long')
const LATER = atDeadline(performance.now() + 600_000, late)
const NOW = atDeadline(performance.now(), late)
const queue = () => new KeyedQueue(64, () => new Error('too many wait'))
const turn = () => new Promise((resolve) => setImmediate(resolve))

describe('a semaphore', () => {
  it('lets so many in, and the next in the order they came', async () => {
    const semaphore = new Semaphore([1, 2])
    const came: number[] = []
    for (const n of [1, 2, 3, 4]) void semaphore.acquire(LATER).then(() => came.push(n))
    await turn()
    expect(came).toEqual([1, 2])
    semaphore.release(1)
    await turn()
    expect(came).toEqual([1, 2, 3])
  })

  it('keeps no permit for a caller that has waited too long', async () => {
    const semaphore = new Semaphore([1])
    await semaphore.acquire(LATER)
    await expect(semaphore.acquire(NOW)).rejects.toThrow('waited too long')
    semaphore.release(1)
    await semaphore.acquire(LATER)
  })
})

describe('a keyed queue', () => {
  it("has one first, is formed as long as there is one, and is nobody else's", async () => {
    const queued = queue()
    const first: string[] = []
    for (const name of ['a', 'b', 'c']) void queued.join('ada', LATER).then(() => first.push(name))
    await turn()
    expect([first, queued.has('ada'), queued.has('eve')]).toEqual([['a'], true, false])
    for (const expected of [
      ['a', 'b'],
      ['a', 'b', 'c'],
    ]) {
      queued.leave('ada')
      await turn()
      expect(first).toEqual(expected)
    }
    queued.leave('ada')
    expect(queued.has('ada')).toBe(false)
  })

  it('takes 64 and no more, and forgets those who gave up', async () => {
    const queued = queue()
    await queued.join('ada', LATER)
    await expect(queued.join('ada', NOW)).rejects.toThrow('waited too long')
    const waiting = Array.from({ length: 63 }, () => queued.join('ada', LATER))
    await expect(queued.join('ada', LATER)).rejects.toThrow('too many wait')
    for (const _one of waiting) queued.leave('ada')
    await Promise.all(waiting)
    expect(queued.has('ada')).toBe(true)
    queued.leave('ada')
    expect(queued.has('ada')).toBe(false)
  })
})
