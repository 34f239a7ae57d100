import { describe, expect, it } from 'vitest'
import { hashToken, isToken, newToken } from './tokens.ts'

describe('newToken', () => {
  it('is 32 bytes as base64url', () => {
    const token = newToken()
    expect(token).toMatch(/^[A-Za-z0-9_-]{43}$/)
    expect(Buffer.from(token, 'base64url')).toHaveLength(32)
  })

  it('is a new one each time', () => {
    expect(new Set(Array.from({ length: 1000 }, newToken)).size).toBe(1000)
  })
})

describe('hashToken', () => {
  it('is the SHA-256 of the token', () => {
    // The test vector of FIPS 180-4 for "abc".
    const vector = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'
    expect(Buffer.from(hashToken('abc'), 'base64url').toString('hex')).toBe(vector)
  })

  it('does not contain the token', () => {
    const token = newToken()
    expect(hashToken(token)).not.toBe(token)
    expect(hashToken(token)).toBe(hashToken(token))
  })
})

describe('isToken', () => {
  it('knows a new token', () => {
    expect(isToken(newToken())).toBe(true)
  })

  it.each([
    ['nothing', ''],
    ['a short one', 'a'.repeat(42)],
    ['a long one', 'a'.repeat(44)],
    ['plain base64', `${'a'.repeat(42)}+`],
    ['padding', `${'a'.repeat(43)}=`],
    ['a line end', `${'a'.repeat(43)}\n`],
    ['a NUL', `${'a'.repeat(42)}\0`],
  ])('refuses %s', (_, text) => {
    expect(isToken(text)).toBe(false)
  })
})
