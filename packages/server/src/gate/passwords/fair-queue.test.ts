import '../../subjects/index.ts'
import fc from 'fast-check'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { fairQueue } from './fair-queue.ts'

const settled = () => new Promise<void>((resolve) => setImmediate(resolve))

/** A queue whose jobs end when the test says so, in the order in which they began. */
function watched(concurrency: number, capacity: number) {
  const queue = fairQueue(concurrency, capacity)
  const begun: string[] = []
  const refused: string[] = []
  const ends: (() => void)[] = []
  const ask = (network: string, name = network): Promise<void> =>
    queue
      .inTurn(network, () => {
        begun.push(name)
        return new Promise<void>((resolve) => ends.push(resolve))
      })
      .catch(() => {
        refused.push(name)
      })
  const endOne = async (at = 0): Promise<void> => {
    await settled()
    ends.splice(at, 1)[0]?.()
    await settled()
  }
  return {
    ...queue,
    begun,
    refused,
    ask,
    endOne,
    endAll: async () => {
      await settled()
      while (ends.length > 0) await endOne()
    },
  }
}

const askAll = ({ ask }: ReturnType<typeof watched>, ...names: readonly string[]): void => {
  for (const name of names) void ask(name[0] ?? '', name)
}

/** Nothing is over before the test says so. */
function withoutTime(): void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
}

describe('fairQueue', () => {
  it('runs as many at once as it may, and lets networks take turns for the rest', async () => {
    const queue = watched(2, 10)
    askAll(queue, 'a0', 'a1', 'a2', 'a3', 'b0', 'b1', 'c0')
    expect(queue.load()).toEqual({ running: 2, waiting: 5, refused: 0 })
    await queue.endAll()
    expect(queue.begun).toEqual(['a0', 'a1', 'b0', 'c0', 'a2', 'b1', 'a3'])
    expect(queue.load()).toEqual({ running: 0, waiting: 0, refused: 0 })
  })

  it('gives a network that comes again at once no second turn before the others have had theirs', async () => {
    const queue = watched(1, 10)
    askAll(queue, 'a0', 'b0', 'b1')
    await queue.endOne()
    expect(queue.begun).toEqual(['a0', 'b0'])
    askAll(queue, 'c0')
    await queue.endOne()
    askAll(queue, 'd0')
    await queue.endOne()
    askAll(queue, 'c1')
    await queue.endAll()
    expect(queue.begun).toEqual(['a0', 'b0', 'c0', 'd0', 'b1', 'c1'])
  })

  it('prefers a network that has nobody at work, also when the other began long ago', async () => {
    const queue = watched(2, 10)
    askAll(queue, 'a0', 'x0')
    await queue.endOne(1)
    askAll(queue, 'y0', 'a1', 'b0')
    await queue.endOne(1)
    expect(queue.begun).toEqual(['a0', 'x0', 'y0', 'b0'])
    await queue.endAll()
    expect(queue.begun).toEqual(['a0', 'x0', 'y0', 'b0', 'a1'])
  })

  it('lets a crowd have its turn, whatever stream of newcomers there is', async () => {
    const queue = watched(1, 4)
    askAll(queue, 'a0', 'a1')
    for (let n = 0; n < 20; n++) {
      void queue.ask(`newcomer ${n}`)
      await queue.endOne()
    }
    expect(queue.begun.indexOf('a1')).toBeGreaterThan(0)
    expect(queue.begun.indexOf('a1')).toBeLessThan(8)
    expect(queue.refused).toEqual([])
  })

  it('takes a place from the newest of the largest crowd for a network that has fewer', async () => {
    const queue = watched(1, 6)
    askAll(queue, 'x0', 'a0', 'a1', 'b0', 'b1', 'b2', 'b3')
    await Promise.resolve()
    askAll(queue, 'c0', 'c1', 'a2', 'c2')
    await settled()
    expect(queue.refused.sort()).toEqual(['a2', 'b2', 'b3', 'c2'])
    expect(queue.load()).toEqual({ running: 1, waiting: 6, refused: 4 })
    await queue.endAll()
    expect(queue.begun).toEqual(['x0', 'a0', 'b0', 'c0', 'a1', 'b1', 'c1'])
    expect(queue.load()).toEqual({ running: 0, waiting: 0, refused: 4 })
  })

  it('lets nobody wait longer than five seconds, and forgets them', async () => {
    withoutTime()
    const queue = watched(1, 10)
    askAll(queue, 'x0', 'a0', 'a1')
    vi.advanceTimersByTime(3000)
    askAll(queue, 'b0', 'a2')
    vi.advanceTimersByTime(1999)
    await queue.endOne()
    expect(queue.begun).toEqual(['x0', 'a0'])
    vi.advanceTimersByTime(1)
    await settled()
    expect(queue.refused).toEqual(['a1'])
    expect(queue.load()).toEqual({ running: 1, waiting: 2, refused: 1 })
    await queue.endAll()
    vi.advanceTimersByTime(10_000)
    expect(queue.begun).toEqual(['x0', 'a0', 'b0', 'a2'])
    expect(queue.load()).toEqual({ running: 0, waiting: 0, refused: 1 })
  })

  it('gives the turn on when a job fails', async () => {
    const queue = fairQueue(1, 10)
    const failing = queue.inTurn('a', () => Promise.reject(new Error('broken')))
    const waiting = queue.inTurn('a', async () => 'done')
    await expect(failing).rejects.toThrow('broken')
    expect(await waiting).toBe('done')
    expect(queue.load()).toEqual({ running: 0, waiting: 0, refused: 0 })
  })

  it('bears thousands that wait', async () => {
    withoutTime()
    const queue = fairQueue(1, 5000)
    const jobs: Promise<boolean>[] = []
    const ask = (network: string) => jobs.push(queue.inTurn(network, async () => true).catch(() => false))
    for (let n = 0; n <= 5000; n++) ask(n % 3 ? 'flood' : `network ${n}`)
    for (let n = 0; n < 2500; n++) ask(`late ${n}`) // each takes a place from the flood
    expect(queue.load()).toEqual({ running: 1, waiting: 5000, refused: 2500 })
    const isDone = await Promise.all(jobs)
    expect(isDone.filter(Boolean)).toHaveLength(5001)
    expect(queue.load()).toEqual({ running: 0, waiting: 0, refused: 2500 })
  })

  it('keeps its promises whatever comes', async () => {
    const step = fc.oneof(
      { weight: 3, arbitrary: fc.constantFrom('a', 'b', 'c', 'd') },
      { weight: 2, arbitrary: fc.constant('end') },
    )
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 80 }), fc.integer({ min: 1, max: 3 }), async (steps, concurrency) => {
        const queue = watched(concurrency, 6)
        let asked = 0
        for (const one of steps) {
          if (one === 'end') await queue.endOne()
          else void queue.ask(one, `${one}${String(asked++).padStart(3, '0')}`)
          const { running, waiting } = queue.load()
          expect(running === concurrency || waiting === 0).toBe(true)
          expect(waiting).toBeLessThanOrEqual(6)
        }
        await queue.endAll()
        for (const network of 'abcd') {
          const own = queue.begun.filter((name) => name.startsWith(network))
          expect(own).toEqual(own.toSorted())
        }
        expect(queue.begun.length + queue.refused.length).toBe(asked)
        expect(queue.load()).toEqual({ running: 0, waiting: 0, refused: queue.refused.length })
      }),
    )
  })
})
