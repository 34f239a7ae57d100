import { expect, it } from 'vitest'
import type { Context } from '../deps.ts'
import { Walk } from './walk.ts'

const NO_CONTEXT = {} as Context

/** A walk through so many slices of two rows, of which the odd ones are meant. */
function walking(slices: number) {
  const acted: number[] = []
  let broken: number | undefined
  const walk = new Walk<number>({
    slice: async (_context, _now, behind = 0) => (behind < slices * 2 ? [behind + 1, behind + 2] : []),
    isMeant: (row) => row % 2 === 1,
    act: async (_context, _now, row) => {
      if (row === broken) throw new Error('broken')
      acted.push(row)
    },
  })
  return {
    acted,
    breakAt: (row: number) => {
      broken = row
    },
    async run(now: number): Promise<readonly number[]> {
      acted.length = 0
      while (await walk.step(NO_CONTEXT, now));
      return [...acted]
    },
  }
}

it('goes through all rows, and over them again', async () => {
  const { run } = walking(3)
  expect(await run(0)).toEqual([1, 3, 5])
  expect(await run(0)).toEqual([1, 3, 5])
})

it('rests after many slices, the longer the more they were', async () => {
  const { run } = walking(1050)
  expect(await run(0)).toHaveLength(1050)
  expect(await run(700_000)).toEqual([])
  expect(await run(701_000)).toHaveLength(1050)
})

it('goes on behind a row that cannot be dealt with', async () => {
  const { run, breakAt, acted } = walking(3)
  breakAt(3)
  await expect(run(0)).rejects.toThrow('broken')
  expect(acted).toEqual([1])
  expect(await run(0)).toEqual([5])
})
