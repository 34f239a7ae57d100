import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatDuration, parseDuration } from './duration.ts'

describe('parseDuration', () => {
  it.each([
    ['500ms', 500],
    ['90s', 90_000],
    ['15m', 900_000],
    ['24h', 86_400_000],
    ['7d', 604_800_000],
    ['0s', 0],
  ])('reads %s', (text, ms) => {
    expect(parseDuration(text)).toBe(ms)
  })

  it.each(['', '15', 'm', '15 m', ' 15m', '15m\n', '-1s', '+1s', '1.5h', '1e3s', '15M', '1h30m', '1w', '٣s', '1234567890s'])(
    'refuses %j',
    (text) => {
      expect(parseDuration(text)).toBeUndefined()
    },
  )
})

describe('formatDuration', () => {
  it.each([
    [500, '500ms'],
    [1500, '1500ms'],
    [90_000, '90s'],
    [900_000, '15m'],
    [86_400_000, '1d'],
    [604_800_000, '7d'],
    [0, '0ms'],
  ])('shows %d in the largest unit that fits', (ms, text) => {
    expect(formatDuration(ms)).toBe(text)
  })

  it('shows whatever was read as text that reads the same', () => {
    fc.assert(
      fc.property(fc.nat(999_999_999), fc.constantFrom('ms', 's', 'm', 'h', 'd'), (count, unit) => {
        const ms = parseDuration(`${count}${unit}`)
        expect(ms).toBeDefined()
        expect(parseDuration(formatDuration(ms ?? -1))).toBe(ms)
      }),
    )
  })
})
