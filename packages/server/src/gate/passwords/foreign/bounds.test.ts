import { setImmediate as nextTurn } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { isForeignMatch, openForeign } from './compare-foreign.ts'
import { encodeForeign } from './encode-foreign.ts'
import type { ForeignHash } from './foreign-hash.ts'

const encode = (hash: ForeignHash) => encodeForeign(hash, 'raw', { now: 0, keyIdOf: () => 'a-key' })

const bytes = (length: number): Buffer => Buffer.alloc(length, 7)
const salted = { salt: bytes(16), key: bytes(32) }
const bcrypt = (cost: string): ForeignHash => ({ scheme: 'bcrypt', text: `$2b$${cost}$${'a'.repeat(22)}${'a'.repeat(31)}` })
const argon2 = (cost: string): ForeignHash => ({
  scheme: 'argon2',
  phc: `$argon2id$v=19$${cost}$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAA`,
})
const scrypt = (n: number, r: number, p: number): ForeignHash => ({ scheme: 'scrypt', n, r, p, ...salted })
const pbkdf2 = (rounds: number, more = {}): ForeignHash => ({ scheme: 'pbkdf2', digest: 'sha256', rounds, ...salted, ...more })
const sha512 = (rounds: number): ForeignHash => ({ scheme: 'sha512-crypt', text: `$6$rounds=${rounds}$salt$${'a'.repeat(86)}` })

describe('what it costs to compare a password', () => {
  it.each([
    ['bcrypt', bcrypt('14'), bcrypt('15')],
    ['bcrypt, too little', bcrypt('04'), bcrypt('03')],
    ['memory of argon2', argon2('m=262144,t=4,p=1'), argon2('m=262145,t=1,p=1')],
    ['passes of argon2', argon2('m=1024,t=16,p=1'), argon2('m=1024,t=17,p=1')],
    ['lanes of argon2', argon2('m=1024,t=1,p=16'), argon2('m=1024,t=1,p=17')],
    ['work of argon2', argon2('m=65536,t=16,p=1'), argon2('m=131072,t=9,p=1')],
    ['memory of scrypt', scrypt(2 ** 17, 8, 1), scrypt(2 ** 18, 8, 1)],
    ['work of scrypt', scrypt(2 ** 17, 8, 2), scrypt(2 ** 17, 8, 3)],
    ['a count of scrypt', scrypt(1024, 8, 1), scrypt(1000, 8, 1)],
    ['rounds of PBKDF2', pbkdf2(4_000_000), pbkdf2(4_000_001)],
    ['blocks of PBKDF2', pbkdf2(250_000, { key: bytes(512) }), pbkdf2(250_001, { key: bytes(512) })],
    ['a fraction', pbkdf2(10_000), pbkdf2(10_000.5)],
    ['rounds of crypt(3)', sha512(1_000_000), sha512(1_000_001)],
    ['a salt', pbkdf2(10_000, { salt: bytes(1024) }), pbkdf2(10_000, { salt: bytes(1025) })],
    ['a short key', pbkdf2(10_000, { key: bytes(16) }), pbkdf2(10_000, { key: bytes(15) })],
    ['a long key', pbkdf2(10_000, { key: bytes(512) }), pbkdf2(10_000, { key: bytes(513) })],
    ['padding', pbkdf2(10_000, { padTo: 1024 }), pbkdf2(10_000, { padTo: 1025 })],
  ])('is bounded: %s', (_what, within, beyond) => {
    const encoded = encode(within)
    expect(encoded.ok && openForeign(encoded.text)).not.toHaveProperty('problem')
    expect(encode(beyond)).toEqual({ ok: false, reason: 'hash_out_of_bounds' })
  })

  it('is weak below what is named so', () => {
    const weak = [bcrypt('07'), pbkdf2(9999), { scheme: 'digest', digest: 'sha512', key: bytes(64) } as const]
    const strong = [bcrypt('08'), pbkdf2(10_000), scrypt(2 ** 14, 8, 1), argon2('m=1024,t=1,p=1'), sha512(5000)]
    expect(weak.map((one) => encode(one))).toEqual(Array(3).fill(expect.objectContaining({ ok: true, isWeak: true })))
    expect(strong.map((one) => encode(one))).toEqual(Array(5).fill(expect.objectContaining({ ok: true, isWeak: false })))
  })
})

describe('a hash that is no such hash', () => {
  it.each<readonly [string, ForeignHash]>([
    ['text of something else', { scheme: 'bcrypt', text: 'a password' }],
    ['bcrypt of the library that mixed up bytes', { scheme: 'bcrypt', text: `$2x$10$${'a'.repeat(53)}` }],
    ['a digest of another length', { scheme: 'digest', digest: 'sha1', key: bytes(32) }],
    ['a prefix with more behind it', { scheme: 'phpass', text: `$P$9${'a'.repeat(30)}more` }],
  ])('is refused: %s', (_what, hash) => {
    expect(encode(hash).ok).toBe(false)
  })

  it('is told apart from one whose key nobody has given', () => {
    const hmac: ForeignHash = { scheme: 'hmac', digest: 'sha256', key: bytes(32), secret: undefined }
    expect(encode(hmac)).toEqual({ ok: false, reason: 'hash_key_missing' })
  })
})

describe('crypt(3)', () => {
  it('lets others have their turns while it counts its rounds, however many count at once', async () => {
    const encoded = encode(sha512(40_000))
    const stored = encoded.ok ? openForeign(encoded.text) : { problem: encoded.reason }
    if ('problem' in stored) throw new Error(stored.problem)
    let [left, turns] = [4, 0]
    for (let at = left; at > 0; at--) void isForeignMatch(stored, 'a password', undefined).then(() => left--)
    for (; left > 0; turns++) await nextTurn()
    expect(turns).toBeGreaterThan(10)
  })
})
