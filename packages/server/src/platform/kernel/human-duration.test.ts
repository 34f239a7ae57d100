import { describe, expect, it } from 'vitest'
import { humanDuration } from './human-duration.ts'

describe('humanDuration', () => {
  it.each([
    [500, '500 milliseconds'],
    [1000, '1 second'],
    [90_000, '90 seconds'],
    [60_000, '1 minute'],
    [900_000, '15 minutes'],
    [5_400_000, '90 minutes'],
    [3_600_000, '1 hour'],
    [36_000_000, '10 hours'],
    [86_400_000, '1 day'],
    [604_800_000, '7 days'],
    [0, '0 milliseconds'],
  ])('says %d as %s', (ms, words) => {
    expect(humanDuration(ms)).toBe(words)
  })
})
