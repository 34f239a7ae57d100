import { describe, expect, it } from 'vitest'
import { shared } from '../../../../test/support/shared.ts'
import { PASSWORD, world } from '../../../../test/support/world.ts'
import { encodeForeign } from './encode-foreign.ts'
import type { ForeignHash } from './foreign-hash.ts'

const bytes = (length: number): Buffer => Buffer.alloc(length, 7)
const salted = { salt: bytes(16), key: bytes(32) }
const phc = (cost: string) => `$argon2id$v=19$${cost}$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAA`
const bcrypt: ForeignHash = { scheme: 'bcrypt', text: `$2b$14$${'a'.repeat(53)}` }
const scrypt: ForeignHash = { scheme: 'scrypt', n: 2 ** 17, r: 8, p: 2, ...salted }
const pbkdf2: ForeignHash = { scheme: 'pbkdf2', digest: 'sha256', rounds: 4_000_000, ...salted }
const digest: ForeignHash = { scheme: 'digest', digest: 'sha512', key: bytes(64) }
const sha512: ForeignHash = { scheme: 'sha512-crypt', text: `$6$rounds=1000000$salt$${'a'.repeat(86)}` }
const firebase: ForeignHash = {
  ...{ scheme: 'firebase-scrypt', memCost: 14, rounds: 8, ...salted, key: bytes(64) },
  ...{ saltSeparator: bytes(1), signerKey: bytes(64) },
}

/** At its bounds, and what a hand that knows the format writes over them. */
const WRITTEN: readonly (readonly [what: string, hash: ForeignHash, from: RegExp | string, to: string])[] = [
  ['bcrypt of more rounds', bcrypt, 'c=14', 'c=15'],
  ['bcrypt of fewer rounds', bcrypt, 'c=14', 'c=3'],
  ['bcrypt of negative rounds', bcrypt, 'c=14', 'c=-1'],
  ['argon2 of more memory', { scheme: 'argon2', phc: phc('m=262144,t=4,p=1') }, 'm=262144', 'm=262145'],
  ['argon2 of more passes', { scheme: 'argon2', phc: phc('m=64,t=16,p=1') }, 't=16', 't=17'],
  ['argon2 of more lanes', { scheme: 'argon2', phc: phc('m=128,t=1,p=16') }, 'p=16', 'p=17'],
  ['scrypt of more memory', scrypt, 'n=131072', 'n=262144'],
  ['scrypt of more work', scrypt, 'p=2', 'p=3'],
  ['scrypt of all the work there is', scrypt, 'n=131072,r=8,p=2', 'n=4294967296,r=4294967296,p=4294967296'],
  ['firebase-scrypt of more memory', firebase, 'm=14', 'm=30'],
  ['PBKDF2 of more rounds', pbkdf2, 'i=4000000', 'i=4000001'],
  ['PBKDF2 of endless rounds', pbkdf2, 'i=4000000', 'i=1e400'],
  ['PBKDF2 of more padding', { ...pbkdf2, padTo: 1024 }, 'u=1024', 'u=1025'],
  ['PBKDF2 of a short key', { ...pbkdf2, key: bytes(16) }, /l=16(.*)\$.*/, `l=15$1$${bytes(15).toString('base64url')}`],
  ['PBKDF2 of an unknown digest', pbkdf2, 'd=sha256', 'd=shake256'],
  ['crypt(3) of more rounds', sha512, '=1000000', '=1000001'],
  ['a digest whose salt ends before it begins', digest, 'b=0', 'b=-1'],
  ['a salt that is too long', digest, /\$[^$]*\$([^$]*)$/, `$${bytes(1025).toString('base64url')}$$$1`],
  ['parameters twice', bcrypt, 'c=14', 'c=4,c=14'],
]

const textOf = (hash: ForeignHash): string => {
  const encoded = encodeForeign(hash, 'raw', { now: 0, keyIdOf: () => 'a-key' })
  if (!encoded.ok) throw new Error(encoded.reason)
  return encoded.text
}

describe('a hash that was written into the row by hand', () => {
  const service = shared(() => world({ env: { RATE_LIMITS: 'false' } }))

  it.each(WRITTEN)('costs one decoy and no more, and the log names the account: %s', async (_what, hash, from, to) => {
    const here = service()
    const email = `p${Math.random()}@example.com`
    await here.signedUp(email)
    const [within, over] = [textOf(hash), textOf(hash).replace(from, to)]
    expect(over).not.toBe(within)
    await here.sql(`UPDATE accounts SET password_hash = ? WHERE email = ?`, [over, email])
    const [row] = await here.sql(`SELECT id FROM accounts WHERE email = ?`, [email])
    const { calls, schemes } = here.hasher
    const before = schemes.length
    const { status, body } = await here.browser().post('/auth/login', { email, password: PASSWORD })
    expect([status, body.error]).toEqual([401, 'invalid_credentials'])
    expect([here.hasher.calls - calls, here.hasher.schemes.length - before]).toEqual([1, 0])
    const lines = here.logged().split('\n')
    expect(lines.filter((line) => line.includes('no password is compared') && line.includes(String(row?.['id'])))).toHaveLength(1)
  })
})
