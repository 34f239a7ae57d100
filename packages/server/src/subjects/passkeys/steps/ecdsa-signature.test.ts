import { generateKeyPairSync, randomBytes, sign, verify } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { unwrapEC2Signature } from './ecdsa-signature.ts'

const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const integer = (...bytes: number[]): number[] => [0x02, bytes.length, ...bytes]
const sequence = (...bytes: number[]): Uint8Array => Uint8Array.from([0x30, bytes.length, ...bytes])
const ONE = integer(1)

describe('unwrapEC2Signature', () => {
  it('reads what was signed, however short its numbers are', () => {
    const lengths = new Set<number>()
    // With and without a zero before them; one in a few hundred is shorter by a whole byte, and has to be among them.
    for (let round = 0; round < 1000 || lengths.size <= 3; round++) {
      const data = randomBytes(8)
      const der = sign('sha256', data, privateKey)
      lengths.add(der.length)
      const isRight = verify('sha256', data, { key: publicKey, dsaEncoding: 'ieee-p1363' }, unwrapEC2Signature(der))
      expect(isRight, der.toString('hex')).toBe(true)
    }
    expect(lengths.size).toBeGreaterThan(3)
  })

  it('fills short numbers up from the left', () => {
    const unwrapped = unwrapEC2Signature(sequence(...ONE, ...integer(0, 0x80)))
    expect([...unwrapped]).toEqual([...new Array(31).fill(0), 1, ...new Array(31).fill(0), 0x80])
  })

  it.each([
    ['nothing', new Uint8Array()],
    ['another tag', Uint8Array.from([0x31, 6, ...ONE, ...ONE])],
    ['one number', sequence(...ONE)],
    ['three numbers', sequence(...ONE, ...ONE, ...ONE)],
    ['bytes after it', Uint8Array.from([...sequence(...ONE, ...ONE), 0])],
    ['a length that is too great', Uint8Array.from([0x30, 7, ...ONE, ...ONE])],
    ['a length of several bytes', Uint8Array.from([0x30, 0x81, 6, ...ONE, ...ONE])],
    ['a length that is left open', Uint8Array.from([0x30, 0x80, ...ONE, ...ONE, 0, 0])],
    ['a number without digits', sequence(...ONE, ...integer())],
    ['a number that is cut off', sequence(...ONE, 0x02, 5, 1)],
    ['a number that is none', sequence(...ONE, 0x04, 1, 1)],
    ['a negative number', sequence(...ONE, ...integer(0x80))],
    ['a needless zero', sequence(...ONE, ...integer(0, 1))],
    ['a number that is too long', sequence(...ONE, ...integer(...new Array(33).fill(1)))],
  ])('refuses %s', (_what, bytes) => {
    expect(() => unwrapEC2Signature(bytes)).toThrow('Not a signature')
  })
})
