import fc from 'fast-check'
import { expect, it } from 'vitest'
import { humanTime, timestamp } from './clock.ts'

it('writes every moment as toISOString does', () => {
  fc.assert(
    fc.property(fc.date({ noInvalidDate: true }), (date) => {
      expect(timestamp(date.getTime())).toBe(date.toISOString())
    }),
    { numRuns: 5000 },
  )
})

it('refuses what is no moment', () => {
  expect(() => timestamp(Number.NaN)).toThrow(RangeError)
})

it('says to people when something was, to the minute', () => {
  expect(humanTime(Date.parse('2026-01-31T12:00:59.999Z'))).toBe('2026-01-31 12:00 UTC')
})
