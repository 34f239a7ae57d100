import { describe, expect, it } from 'vitest'
import { backoffMs } from './backoff.ts'

describe('backoffMs', () => {
  it('doubles up to a bound, and is at least half of that', () => {
    for (const [failures, whole] of [100, 200, 400, 500, 500].entries()) {
      const pauses = Array.from({ length: 50 }, () => backoffMs(failures + 1, 100, 500))
      expect(Math.min(...pauses)).toBeGreaterThanOrEqual(whole / 2)
      expect(Math.max(...pauses)).toBeLessThanOrEqual(whole)
    }
  })

  it('differs from one to the next', () => {
    expect(new Set(Array.from({ length: 50 }, () => backoffMs(3, 100, 1000))).size).toBeGreaterThan(10)
  })
})
