import { describe, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS } from '../../../platform/kernel/clock.ts'
import { isTriedOut, pauseAfter, restAfter, waitAskedFor } from './schedule.ts'

const NOW = Date.parse('2030-01-01T00:00:00Z')

describe('the schedule', () => {
  it('has ten attempts, each a tenth earlier or later at most', () => {
    const pauses = [5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400]
    for (const [index, seconds] of pauses.entries()) {
      const [soonest, usual, latest] = [0, 0.5, 1].map((random) => pauseAfter(index + 1, random))
      expect([soonest, usual, latest]).toEqual([seconds * 900, seconds * 1000, seconds * 1100])
    }
    expect(pauseAfter(40, 0.5)).toBe(DAY_MS)
  })

  it('is over after as many attempts and as many days, not after one of them', () => {
    expect([isTriedOut(9, 30 * DAY_MS), isTriedOut(30, DAY_MS), isTriedOut(10, 4 * DAY_MS)]).toEqual([false, false, true])
  })

  it('leaves an endpoint alone the longer, the longer it has not answered', () => {
    expect([0, HOUR_MS, 123_457, 30 * DAY_MS].map(restAfter)).toEqual([4000, HOUR_MS / 10, 12_346, 600_000])
  })

  it('honours what was asked for, as seconds or as a date, and for a day at most', () => {
    expect(['120', 'Tue, 01 Jan 2030 00:05:00 GMT', '9999999'].map((asked) => waitAskedFor(asked, NOW))).toEqual([
      120_000,
      300_000,
      DAY_MS,
    ])
    for (const long of ['1000000000', '1000000000000', '9'.repeat(400), 'Tue, 01 Jan 9999 00:05:00 GMT'])
      expect(waitAskedFor(long, NOW), long).toBe(DAY_MS)
    for (const odd of [undefined, '', '-5', '1e9', 'soon', 'Mon, 01 Jan 2001 00:00:00 GMT'])
      expect(waitAskedFor(odd, NOW), odd).toBe(0)
  })
})
