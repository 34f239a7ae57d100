import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { canonicalCode, hashCode, isHashOf, newCode, newDigits, newShortCode } from './codes.ts'

const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const key = [Buffer.alloc(32, 1)] as const
const other = [Buffer.alloc(32, 2)] as const

describe('newCode', () => {
  it('is shown as XXXX-XXXX-XXXX in letters that nobody mixes up', () => {
    for (let n = 0; n < 500; n++) {
      expect(newCode()).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/)
    }
  })

  it('uses all 32 letters at every place, so that it carries 60 bits', () => {
    const codes = Array.from({ length: 2000 }, () => newCode().replaceAll('-', ''))
    for (let place = 0; place < 12; place++) {
      expect([...new Set(codes.map((code) => code.charAt(place)))].sort().join('')).toBe(CROCKFORD)
    }
  })
})

describe('newShortCode', () => {
  it('is the same in two groups, where guesses are counted', () => {
    for (let n = 0; n < 100; n++) expect(newShortCode()).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/)
  })
})

describe('canonicalCode', () => {
  it.each([
    ['as shown', '7K3M-Q9TX-B2ZH'],
    ['in small letters', '7k3m-q9tx-b2zh'],
    ['without dashes', '7K3MQ9TXB2ZH'],
    ['with spaces', ' 7K3M Q9TX B2ZH '],
    ['with other dashes', '7-K3M--Q9TX-B2ZH-'],
    ['as pasted from a mail', '\t7K3M-Q9TX-\r\nB2ZH\u00a0'],
  ])('reads a code %s', (_, typed) => {
    expect(canonicalCode(typed)).toBe('7K3MQ9TXB2ZH')
  })

  it('reads O as zero, and I and L as one, in both cases', () => {
    expect(canonicalCode('OoIi-LlOO-0011')).toBe('001111000011')
  })

  it('keeps different codes apart', () => {
    expect(canonicalCode('7K3M-Q9TX-B2ZH')).not.toBe(canonicalCode('7K3M-Q9TX-B2ZJ'))
    expect(canonicalCode('7K3M-Q9TX-B2ZU')).toBe('7K3MQ9TXB2ZU')
  })

  it('brings every new code back, however it was typed', () => {
    const disguise = { '0': ['0', 'O', 'o'], '1': ['1', 'I', 'i', 'L', 'l'] } as Record<string, string[]>
    const letter = fc.constantFrom(...CROCKFORD).chain((meant) =>
      fc.record({
        meant: fc.constant(meant),
        typed: fc.constantFrom(...(disguise[meant] ?? [meant, meant.toLowerCase()])),
        gap: fc.constantFrom('', '', '-', ' ', ' - '),
      }),
    )
    fc.assert(
      fc.property(fc.array(letter, { minLength: 12, maxLength: 12 }), (letters) => {
        const typed = letters.map((one) => one.gap + one.typed).join('')
        expect(canonicalCode(typed)).toBe(letters.map((one) => one.meant).join(''))
      }),
    )
  })

  it('changes nothing the second time', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (typed) => {
        expect(canonicalCode(canonicalCode(typed))).toBe(canonicalCode(typed))
      }),
    )
  })
})

describe('newDigits', () => {
  it('is always six digits, small numbers padded with zeros', () => {
    const all = Array.from({ length: 2000 }, newDigits)
    expect(all.filter((digits) => !/^\d{6}$/.test(digits))).toEqual([])
    expect(all.some((digits) => digits.startsWith('0'))).toBe(true)
  })
})

describe('hashCode', () => {
  it('is the same for the same key and parts', () => {
    expect(hashCode(key, 'challenge', '123456')).toEqual(hashCode(key, 'challenge', '123456'))
  })

  it('differs by key', () => {
    expect(hashCode(key, '123456')).not.toEqual(hashCode(other, '123456'))
  })

  it('differs by each part and by where one part ends', () => {
    const parts = [['a', 'b'], ['a', 'c'], ['c', 'b'], ['b', 'a'], ['ab'], ['ab', ''], ['', 'ab'], ['a', 'b', '']]
    expect(new Set(parts.map((one) => hashCode(key, ...one)[0])).size).toBe(parts.length)
  })

  it('does not contain the code', () => {
    const [hash] = hashCode(key, '123456')
    expect(hash).toMatch(/^[A-Za-z0-9_-]{43}$/)
    expect(hash).not.toContain('123456')
  })

  it('fits what was stored under either key of a ring, and nothing else', () => {
    const hashes = hashCode([key[0], other[0]], '123456')
    expect(isHashOf(hashes, hashCode(key, '123456')[0])).toBe(true)
    expect(isHashOf(hashes, hashCode(other, '123456')[0])).toBe(true)
    expect(isHashOf(hashes, hashCode(other, '123457')[0])).toBe(false)
    expect(isHashOf(hashCode(key, '123456'), hashCode(other, '123456')[0])).toBe(false)
  })
})
