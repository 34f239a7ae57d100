import fc from 'fast-check'
import { expect, it } from 'vitest'
import { timestamp } from './clock.ts'

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
