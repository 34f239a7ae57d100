import { describe, expect, it } from 'vitest'
import { idFor, idMaker, isId } from './ids.ts'

const NOW = Date.UTC(2030, 0, 1)
const newId = idMaker()

describe('newId', () => {
  it('is a UUID of version 7 and the RFC variant', () => {
    for (let n = 0; n < 200; n++) {
      expect(newId(NOW + n)).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
    }
  })

  it('starts with the 48 bits of the time', () => {
    const bits = newId(NOW + 500)
      .replaceAll('-', '')
      .slice(0, 12)
    expect(Number.parseInt(bits, 16)).toBe(NOW + 500)
  })

  it('sorts as text in the order in which the ids of one millisecond were made', () => {
    for (let round = 0; round < 20; round++) {
      const ids = Array.from({ length: 1000 }, () => newId(NOW + 1000 + round))
      expect(ids).toEqual([...ids].sort())
    }
  })

  it('sorts as text by time', () => {
    const ids = Array.from({ length: 1000 }, (_, n) => newId(NOW + 2000 + n))
    expect(ids).toEqual([...ids].sort())
  })

  it('keeps the order when one millisecond has more ids than the counter, and when the clock goes back', () => {
    const ids = Array.from({ length: 10_000 }, (_, n) => newId(NOW + 5000 - (n % 3)))
    expect(ids).toEqual([...ids].sort())
    expect(new Set(ids).size).toBe(ids.length)
  })
})

describe('idFor', () => {
  it('is the same for the same moment and key, and another for any other', () => {
    const ids = [idFor(NOW, 'a'), idFor(NOW, 'b'), idFor(NOW + 1, 'a')]
    expect(idFor(NOW, 'a')).toBe(ids[0])
    expect(new Set(ids).size).toBe(3)
  })

  it('is a UUID of version 8 and the RFC variant that starts with the 48 bits of the time', () => {
    const time = NOW.toString(16).padStart(12, '0')
    for (let n = 0; n < 200; n++) {
      const id = idFor(NOW, `key ${n}`)
      expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
      expect(id.replaceAll('-', '').startsWith(time)).toBe(true)
      expect(isId(id)).toBe(true)
    }
  })
})

describe('isId', () => {
  it('knows a new id', () => {
    expect(isId(newId(NOW))).toBe(true)
  })

  it('knows the version 4 of challenge ids', () => {
    expect(isId(crypto.randomUUID())).toBe(true)
  })

  it.each([
    ['nothing', ''],
    ['a word', 'admin'],
    ['capitals', '0190A2B4-0000-7000-8000-000000000000'],
    ['no dashes', '0190a2b4000070008000000000000000'],
    ['braces', '{0190a2b4-0000-7000-8000-000000000000}'],
    ['a line end behind it', '0190a2b4-0000-7000-8000-000000000000\n'],
    ['a second line', '0190a2b4-0000-7000-8000-000000000000\n0190a2b4-0000-7000-8000-000000000000'],
    ['a NUL', '0190a2b4-0000-7000-8000-00000000000\0'],
    ['a letter too many', '0190a2b4-0000-7000-8000-0000000000000'],
    ['SQL', "0190a2b4-0000-7000-8000-000000000000' OR 1=1"],
  ])('refuses %s', (_, text) => {
    expect(isId(text)).toBe(false)
  })
})
