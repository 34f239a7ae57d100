import { describe, expect, it } from 'vitest'
import { describeWeakness, passwordWeakness } from './password-policy.ts'

const policy = { minLength: 8, requireDigit: true }
const weakness = (password: string) => {
  const found = passwordWeakness(password, policy)
  return found && describeWeakness(found)
}

describe('passwordWeakness', () => {
  it.each([
    ['eight characters with a letter and a digit', 'abcdefg1'],
    ['a letter and seven digits', '1234567a'],
    ['spaces at both ends', ' abcde1 '],
    ['letters of any script', 'пароль12'],
    ['digits of any script', 'abcdefg٣'],
    ['marks', '!"§$%&a1'],
    ['a control character', 'abcdef1\0'],
    ['fifteen characters of any kind', 'correct horse b'],
  ])('is content with %s', (_, password) => {
    expect(weakness(password)).toBeUndefined()
  })

  it.each([
    ['', 'The password needs at least 8 characters, a letter and a digit.'],
    ['abc', 'The password needs at least 8 characters and a digit.'],
    ['123', 'The password needs at least 8 characters and a letter.'],
    ['abc1', 'The password needs at least 8 characters.'],
    ['abcdefgh', 'The password needs a digit.'],
    ['correct horse ', 'The password needs a digit.'],
    ['12345678', 'The password needs a letter.'],
    ['!!!!!!!!', 'The password needs a letter and a digit.'],
    ['        ', 'The password needs a letter and a digit.'],
    ['abcdefg½', 'The password needs a digit.'],
  ])('names what %j lacks', (password, sentence) => {
    expect(weakness(password)).toBe(sentence)
  })

  it('counts characters, not their halves', () => {
    expect(weakness(`${'🦊'.repeat(5)}a1`)).toBe('The password needs at least 8 characters.')
    expect(weakness(`${'🦊'.repeat(6)}a1`)).toBeUndefined()
  })

  it('counts the composed form, so that two keyboards agree', () => {
    expect(weakness(`${'é'.repeat(5)}a1`)).toBe('The password needs at least 8 characters.')
    expect(weakness(`${'e\u0301'.repeat(5)}a1`)).toBe('The password needs at least 8 characters.')
    expect(weakness(`${'e\u0301'.repeat(6)}a1`)).toBeUndefined()
  })

  it('bounds the password at 1024 bytes, not characters', () => {
    const tooLong = 'The password must be at most 1024 bytes long.'
    expect(weakness(`a1${'x'.repeat(1022)}`)).toBeUndefined()
    expect(weakness(`a1${'x'.repeat(1023)}`)).toBe(tooLong)
    expect(weakness(`a1${'ü'.repeat(511)}`)).toBeUndefined()
    expect(weakness(`a1${'ü'.repeat(512)}`)).toBe(tooLong)
  })

  it('measures the bytes as they came, before it composes anything', () => {
    expect(weakness(`a1${'u\u0308'.repeat(340)}`)).toBeUndefined()
    expect(weakness(`a1${'u\u0308'.repeat(341)}`)).toBe('The password must be at most 1024 bytes long.')
  })

  it.each(['abcdefg1\ud800', '\udc00abcdefg1', 'abcd\udc00\ud800efg1'])('refuses half a character', (password) => {
    expect(weakness(password)).toBe('The password contains characters that cannot be stored.')
  })

  it('asks for the length alone when digits are not demanded', () => {
    const lenient = { minLength: 8, requireDigit: false }
    for (const password of ['abcdefgh', '12345678', '!!!!!!!!']) expect(passwordWeakness(password, lenient)).toBeUndefined()
    expect(passwordWeakness('abc', lenient)).toEqual({ minLength: 8 })
    expect(passwordWeakness('abcdefg1\ud800', lenient)).toBeDefined()
    expect(passwordWeakness('x'.repeat(1025), lenient)).toBeDefined()
  })

  it('takes the least length from the policy', () => {
    expect(passwordWeakness('abcdefghij1', { minLength: 12, requireDigit: true })).toEqual({ minLength: 12 })
    expect(passwordWeakness('abcdefghijk1', { minLength: 12, requireDigit: true })).toBeUndefined()
  })
})
