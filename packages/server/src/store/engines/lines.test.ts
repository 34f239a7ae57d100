import { describe, expect, it } from 'vitest'
import { Lane } from './lane.ts'
import { Lines } from './lines.ts'

const LATER = performance.now() + 600_000
const turn = () => new Promise((resolve) => setImmediate(resolve))

describe('a lane', () => {
  it('lets so many in, and the next in the order they came', async () => {
    const lane = new Lane(2)
    const came: number[] = []
    for (const n of [1, 2, 3, 4]) void lane.enter(LATER).then(() => came.push(n))
    await turn()
    expect(came).toEqual([1, 2])
    lane.leave()
    await turn()
    expect(came).toEqual([1, 2, 3])
  })

  it('keeps no place for whoever has waited too long', async () => {
    const lane = new Lane(1)
    await lane.enter(LATER)
    await expect(lane.enter(performance.now())).rejects.toThrow('waited too long')
    lane.leave()
    await lane.enter(LATER)
  })
})

describe('a line', () => {
  it("has one first, is formed as long as there is one, and is nobody else's", async () => {
    const lines = new Lines()
    const first: string[] = []
    for (const name of ['a', 'b', 'c']) void lines.join('ada', LATER).then(() => first.push(name))
    await turn()
    expect([first, lines.isFormedFor('ada'), lines.isFormedFor('eve')]).toEqual([['a'], true, false])
    for (const expected of [
      ['a', 'b'],
      ['a', 'b', 'c'],
    ]) {
      lines.leave('ada')
      await turn()
      expect(first).toEqual(expected)
    }
    lines.leave('ada')
    expect(lines.isFormedFor('ada')).toBe(false)
  })

  it('takes 64 and no more, and forgets those who gave up', async () => {
    const lines = new Lines()
    await lines.join('ada', LATER)
    await expect(lines.join('ada', performance.now())).rejects.toThrow('waited too long')
    const waiting = Array.from({ length: 63 }, () => lines.join('ada', LATER))
    await expect(lines.join('ada', LATER)).rejects.toThrow('too many wait')
    for (const _one of waiting) lines.leave('ada')
    await Promise.all(waiting)
    expect(lines.isFormedFor('ada')).toBe(true)
    lines.leave('ada')
    expect(lines.isFormedFor('ada')).toBe(false)
  })
})
