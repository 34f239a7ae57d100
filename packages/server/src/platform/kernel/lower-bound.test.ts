import { array, assert, integer, property } from 'fast-check'
import { describe, it } from 'vitest'
import { lowerBound } from './lower-bound.ts'

describe('lowerBound', () => {
  it('finds what a look at each would find', () => {
    const things = array(integer({ min: 0, max: 40 })).map((some) => some.sort((one, other) => one - other))
    assert(
      property(things, integer({ min: -1, max: 41 }), (sorted, wanted) => {
        const found = sorted.findIndex((one) => one >= wanted)
        return lowerBound(sorted.length, (index) => (sorted[index] ?? 0) < wanted) === (found < 0 ? sorted.length : found)
      }),
    )
  })
})
