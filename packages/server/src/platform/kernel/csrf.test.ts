import { describe, expect, it } from 'vitest'
import { isCsrfToken, isSame, newCsrfToken } from './csrf.ts'

const key = [Buffer.alloc(32, 1)] as const
const other = [Buffer.alloc(32, 2)] as const

describe('a CSRF token', () => {
  it('is good beside the session it was made for', () => {
    expect(isCsrfToken(key, newCsrfToken(key, 'session'), 'session')).toBe(true)
  })

  it('is good without a session when it was made without one', () => {
    expect(isCsrfToken(key, newCsrfToken(key))).toBe(true)
  })

  it('is refused beside another session, or none', () => {
    const token = newCsrfToken(key, 'session')
    expect(isCsrfToken(key, token, 'other')).toBe(false)
    expect(isCsrfToken(key, token)).toBe(false)
  })

  it('made without a session is refused beside one', () => {
    expect(isCsrfToken(key, newCsrfToken(key), 'session')).toBe(false)
  })

  it('is refused under another key', () => {
    expect(isCsrfToken(other, newCsrfToken(key, 'session'), 'session')).toBe(false)
  })

  it('is made with the first key of a ring, and accepted under the second', () => {
    expect(isCsrfToken([other[0], key[0]], newCsrfToken(key, 'session'), 'session')).toBe(true)
    expect(isCsrfToken(key, newCsrfToken([other[0], key[0]], 'session'), 'session')).toBe(false)
  })

  it('is a new one each time and does not show the session', () => {
    const token = newCsrfToken(key, 'session')
    expect(newCsrfToken(key, 'session')).not.toBe(token)
    expect(token).not.toContain('session')
  })

  it('is refused when any one character was changed', () => {
    const token = newCsrfToken(key, 'session')
    for (let at = 0; at < token.length; at++) {
      const changed = token.slice(0, at) + (token[at] === 'A' ? 'B' : 'A') + token.slice(at + 1)
      expect(isCsrfToken(key, changed, 'session'), `character ${at}`).toBe(false)
    }
  })

  it('is refused with the signature of another one', () => {
    const [nonce] = newCsrfToken(key, 'session').split('.')
    const [, signature] = newCsrfToken(key, 'session').split('.')
    expect(isCsrfToken(key, `${nonce}.${signature}`, 'session')).toBe(false)
  })

  it.each([
    ['nothing', () => ''],
    ['a dot', () => '.'],
    ['the nonce alone', (token: string) => token.split('.')[0] ?? ''],
    ['the nonce and a dot', (token: string) => `${token.split('.')[0]}.`],
    ['the signature alone', (token: string) => `.${token.split('.')[1]}`],
    ['something behind it', (token: string) => `${token}x`],
    ['a third part', (token: string) => `${token}.x`],
    ['an empty third part', (token: string) => `${token}.`],
    ['something before it', (token: string) => `x.${token}`],
    ['letters of several bytes', () => 'ä.€'],
  ])('is refused as %s', (_, change) => {
    expect(isCsrfToken(key, change(newCsrfToken(key, 'session')), 'session')).toBe(false)
  })

  it('cannot shift the border between nonce and session', () => {
    const [nonce = '', signature] = newCsrfToken(key, 'b.c').split('.')
    expect(isCsrfToken(key, `${nonce}.b.${signature}`, 'c')).toBe(false)
  })
})

describe('isSame', () => {
  it('compares texts of any length', () => {
    expect(isSame('', '')).toBe(true)
    expect(isSame('abc', 'abc')).toBe(true)
    expect(isSame('abc', 'abd')).toBe(false)
    expect(isSame('abc', 'ab')).toBe(false)
    expect(isSame('ä', 'a')).toBe(false)
  })
})
