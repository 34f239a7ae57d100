import { afterEach, describe, expect, it, vi } from 'vitest'
import { held } from '../../../test/support/world.ts'
import { Readiness } from './readiness.ts'

function asked(answer: () => Promise<void>) {
  let [now, count] = [0, 0]
  const turns: boolean[] = []
  const readiness = new Readiness(
    () => {
      count++
      return answer()
    },
    (isReady) => turns.push(isReady),
    () => now,
  )
  const advance = (ms: number): void => {
    now += ms
  }
  return { readiness, count: () => count, turns, advance }
}

afterEach(() => {
  vi.useRealTimers()
})

describe('Readiness', () => {
  it('says no at once while an answer is late, asks nothing more meanwhile, and says yes when it has come', async () => {
    vi.useFakeTimers()
    const { released, release } = held()
    const { readiness, count, turns, advance } = asked(() => released)
    const first = expect(readiness.check()).rejects.toThrow('within 2000 ms')
    await vi.advanceTimersByTimeAsync(2000)
    await first
    advance(60_000)
    await expect(readiness.check()).rejects.toThrow('within 2000 ms')
    expect(count()).toBe(1)
    expect(turns).toEqual([false])
    release()
    await vi.advanceTimersByTimeAsync(0)
    await readiness.check()
    expect(count()).toBe(1)
    expect(turns).toEqual([false, true])
  })

  it('asks once, however many want to know and however long it takes', async () => {
    const { released, release } = held()
    const { readiness, count, advance } = asked(() => released)
    const checks = [readiness.check(), readiness.check()]
    advance(60_000)
    checks.push(readiness.check())
    expect(count()).toBe(1)
    release()
    await Promise.all(checks)
  })

  it('keeps an answer for a second, counted from when it came', async () => {
    const { readiness, count, advance } = asked(async () => undefined)
    await readiness.check()
    advance(999)
    await readiness.check()
    expect(count()).toBe(1)
    advance(1)
    await readiness.check()
    expect(count()).toBe(2)
  })

  it('keeps a bad answer no longer than a good one', async () => {
    let isWell = false
    const { readiness, turns, advance } = asked(async () => {
      if (!isWell) throw new Error('gone')
    })
    await expect(readiness.check()).rejects.toThrow('gone')
    isWell = true
    await expect(readiness.check()).rejects.toThrow('gone')
    expect(turns).toEqual([false])
    advance(1000)
    await readiness.check()
    expect(turns).toEqual([false, true])
  })
})
