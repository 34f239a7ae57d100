import { describe, expect, it } from 'vitest'
import { displayName } from './display-name.ts'

describe('displayName', () => {
  it.each([
    ['Ada', 'Ada'],
    ['  Ada Lovelace\n', 'Ada Lovelace'],
    ["Siobhán O'Brien-Smith", "Siobhán O'Brien-Smith"],
    ['李小龍', '李小龍'],
    ['محمد', 'محمد'],
    ['👩‍👩‍👧', '👩‍👩‍👧'],
    ['x', 'x'],
    ['<b>Ada</b>', '<b>Ada</b>'],
  ])('keeps %j as %j', (typed, stored) => {
    expect(displayName(typed)).toBe(stored)
  })

  it.each([
    ['nothing', ''],
    ['spaces', '   '],
    ['other spaces', '\u00a0\u2003\u3000'],
    ['zero-width characters', '\u200b\u200d\u2060\ufeff'],
    ['a soft hyphen', '\u00ad'],
    ['fillers', '\u3164\u115f\uffa0'],
    ['a blank braille cell', '\u2800'],
    ['a variation selector', '\ufe0f'],
    ['direction marks', '\u202e\u2066'],
    ['a line end inside', 'Ada\nLovelace'],
    ['a header of a mail', 'Ada\r\nBcc: eve@evil.example'],
    ['a tab inside', 'Ada\tLovelace'],
    ['a NUL', 'Ada\0'],
    ['a terminal sequence', 'Ada\u001b[2J'],
    ['a C1 control', 'Ada\u0085Lovelace'],
    ['a line separator', 'Ada\u2028Lovelace'],
    ['a paragraph separator', 'Ada\u2029Lovelace'],
    ['half a character', 'Ada\ud83d'],
  ])('refuses %s', (_, typed) => {
    expect(displayName(typed)).toBeUndefined()
  })

  it('bounds the name at 200 characters, after trimming', () => {
    expect(displayName(` ${'x'.repeat(200)} `)).toHaveLength(200)
    expect(displayName('x'.repeat(201))).toBeUndefined()
  })

  it('counts characters, not their halves', () => {
    expect(displayName('🦊'.repeat(200))).toBe('🦊'.repeat(200))
    expect(displayName('🦊'.repeat(201))).toBeUndefined()
  })
})
