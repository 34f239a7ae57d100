import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { LinearPattern } from './linear-pattern.ts'

const matches = (pattern: string, text: string) => new LinearPattern(pattern).matches(text)

describe('a linear pattern', () => {
  it.each([
    'a',
    'ab',
    'a|b',
    '(a|b)*c',
    'a+b?',
    'a{2}',
    'a{1,3}b',
    'a{2,}',
    '(?:ab|a)(c|bcd)?',
    '[a-c]+',
    '[^a]',
    '[\\d-]+',
    '\\d{3}',
    '^a.b$',
    '(a*)*',
    '(a|a)*b',
    '()',
    'a||b',
    '\\p{L}+',
    '[\\p{Lu}x]',
    'a*?b',
    '\\.',
    '\\-',
    '[.]',
    '[&^]',
    '[a\\]]+',
  ])('finds what a regular expression finds that has to match all: %s', (source) => {
    const expected = new RegExp(`^(?:${source.replace('\\-', '-').replace(/^\^|\$$/g, '')})$`, 'su')
    const texts = fc.array(fc.constantFrom('a', 'b', 'c', 'd', '1', '-', '.', 'Ä', 'x', ']', '😀', '^'), { maxLength: 7 })
    const pattern = new LinearPattern(source)
    fc.assert(
      fc.property(texts, (parts) => pattern.matches(parts.join('')) === expected.test(parts.join(''))),
      { numRuns: 300 },
    )
  })

  it('counts characters and not halves of them', () => {
    expect([matches('.', '😀'), matches('..', '😀'), matches('[😀-😂]', '😁')]).toEqual([true, false, true])
  })

  it.each([
    ['(a)\\1', 'refers back'],
    ['(?=a)a', 'looks ahead'],
    ['(?<!a)b', 'looks ahead'],
    ['(?<name>a)', 'names a group'],
    ['(a', 'not closed'],
    ['a)', 'too many'],
    ['*a', 'nothing before'],
    ['a**', 'repeats what is repeated'],
    ['a{3,1}', 'the smaller one first'],
    ['a{x}', 'no number of times'],
    ['a{501}', 'at most 500'],
    ['[]', 'means nothing'],
    ['[z-a]', 'means nothing'],
    ['[a', 'ends too early'],
    ['a\\', 'ends too early'],
    ['\\p{Nothing}', 'no property'],
    ['\\q', 'means nothing'],
    ['a^b', 'cannot stand'],
    ['(.{500}){500}', 'too long'],
    [`${'('.repeat(30)}a${')'.repeat(30)}`, 'too deep'],
  ])('refuses %s', (source, problem) => {
    expect(() => new LinearPattern(source)).toThrow(problem)
  })

  it.each(['(a+)+', '(a|a)*', '(a|aa)+', '(.*)*', '(a?){150}a{150}', '(([a-z])+.)+[A-Z]([a-z])+'])(
    'takes steps in proportion to the text, where others need years: %s',
    (source) => {
      const pattern = new LinearPattern(`${source}!`)
      expect(pattern.matches('a'.repeat(4096))).toBe(false)
    },
  )
})
