import { describe, expect, it } from 'vitest'
import { planFrom } from './plan.ts'
import { shrink } from './shrink.ts'

const upTo = (count: number): readonly number[] => Array.from({ length: count }, (_, n) => n)

describe('shrinking', () => {
  it('finds the few that a failure needs among many', async () => {
    const needs = async (some: readonly number[]) => [3, 57, 58].every((one) => some.includes(one))
    expect(await shrink(upTo(100), needs, 200)).toEqual([3, 57, 58])
  })

  it('finds nothing shorter where all are needed, and stops when its attempts are used up', async () => {
    let tried = 0
    const all = async (some: readonly number[]) => {
      tried++
      return some.length === 20
    }
    expect(await shrink(upTo(20), all, 10)).toEqual(upTo(20))
    expect(tried).toBe(10)
  })
})

describe('a plan', () => {
  it('is the same for the same seed, and another for another', () => {
    expect(planFrom(7, 100)).toEqual(planFrom(7, 100))
    expect(planFrom(7, 100)).not.toEqual(planFrom(8, 100))
  })

  it('releases several clients together, each with one call at a time', () => {
    const plan = planFrom(7, 400)
    const crowds = plan.map(({ batch }) => plan.filter((call) => call.batch === batch).map(({ client }) => client))
    expect(Math.max(...crowds.map(({ length }) => length))).toBe(8)
    for (const crowd of crowds) expect(new Set(crowd).size).toBe(crowd.length)
  })
})
