import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { BoundedMap } from './bounded-map.ts'

const keysOf = (map: BoundedMap<string>) => [...map.values()].sort()

function filled(size: number, ...keys: string[]): BoundedMap<string> {
  const map = new BoundedMap<string>(size)
  for (const key of keys) map.set(key, key)
  return map
}

describe('a map of at most so many', () => {
  it('lets the one go that was not looked up', () => {
    const map = filled(3, 'a', 'b', 'c')
    map.get('a')
    expect(map.set('d', 'd')).toMatchObject({ key: 'b', value: 'b' })
    expect(keysOf(map)).toEqual(['a', 'c', 'd'])
  })

  it('lets one go where all were looked up', () => {
    const map = filled(300, ...Array.from({ length: 300 }, (_, n) => `${n}`))
    for (let n = 0; n < 300; n++) map.get(`${n}`)
    expect(map.set('new', 'new')).toBeDefined()
    expect([map.size, map.get('new')]).toEqual([300, 'new'])
  })

  it('replaces a value in its place, and takes the place of what was deleted', () => {
    const map = filled(2, 'a', 'b')
    expect([map.set('a', 'A'), map.get('a')]).toEqual([undefined, 'A'])
    map.delete('b')
    expect([map.set('c', 'c'), keysOf(map)]).toEqual([undefined, ['A', 'c']])
  })

  it('holds what was set last, and no more than its size, after any calls', () => {
    const call = fc.record({ verb: fc.constantFrom('set', 'set', 'get', 'delete', 'clear'), key: fc.constantFrom(...'abcdefgh') })
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 5 }), fc.array(call, { maxLength: 60 }), (size, calls) => {
        const [map, model] = [new BoundedMap<number>(size), new Map<string, number>()]
        const clear = () => void [map.clear(), model.clear()]
        const drop = (key: string) => void [map.delete(key), model.delete(key)]
        const set = (key: string, n: number) => {
          const evicted = map.set(key, n)
          expect(evicted?.value).toBe(evicted && model.get(evicted.key))
          if (evicted) model.delete(evicted.key)
          model.set(key, n)
        }
        for (const [n, { verb, key }] of calls.entries()) {
          const call = {
            get: () => expect(map.get(key)).toBe(model.get(key)),
            set: () => set(key, n),
            delete: () => drop(key),
            clear,
          }
          call[verb]()
          expect(map.size).toBe(model.size)
          expect(map.size).toBeLessThanOrEqual(size)
          expect([...map.values()].sort()).toEqual([...model.values()].sort())
        }
      }),
    )
  })
})
