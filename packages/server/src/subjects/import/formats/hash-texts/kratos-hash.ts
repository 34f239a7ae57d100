import type { Digest, ForeignHash } from '../../../../gate/passwords/foreign/foreign-hash.ts'
import { base64Of, countOf, hexOf } from '../bytes.ts'
import { firebaseHash } from './firebase-hash.ts'
import { modular, type Password, raw } from './modular.ts'

type Read = (parts: readonly string[]) => ForeignHash | undefined

const DIGESTS: readonly Digest[] = ['md5', 'sha1', 'sha224', 'sha256', 'sha384', 'sha512']
const digestNamed = (name: string | undefined) => DIGESTS.find((one) => one === name)

/** By what stands between the first two `$`: what Kratos compares passwords with (hash/hash_comparator.go), but for MD4. */
const SCHEMES: readonly (readonly [RegExp, Read])[] = [
  [/^pbkdf2-/, pbkdf2],
  [/^scrypt$/, scrypt],
  [/^firescrypt$/, firescrypt],
  [/^(?:md5|sha1|sha256|sha512)$/, patterned],
  [/^hmac-/, hmac],
]

/** crypt(3) under the names that Kratos gives to it. */
const CRYPT = { 'md5-crypt': '$1$', 'sha256-crypt': '$5$', 'sha512-crypt': '$6$' } as const

export function kratosHash(text: string): Password {
  if (text.startsWith('{')) return raw(ssha(text))
  const [, name = '', ...rest] = text.split('$')
  for (const [scheme, prefix] of Object.entries(CRYPT))
    if (name === scheme) return raw({ scheme: scheme as keyof typeof CRYPT, text: `${prefix}${rest.join('$')}` })
  const known = SCHEMES.find(([pattern]) => pattern.test(name))
  return known ? raw(known[1]([name, ...rest])) : modular(text, ['bcrypt', 'argon2'])
}

function pbkdf2([name, parameters = '', salted, hash, ...more]: readonly string[]): ForeignHash | undefined {
  const digest = digestNamed(name?.slice('pbkdf2-'.length))
  const [, rounds] = /^i=(\d+),l=\d+$/.exec(parameters) ?? []
  const [salt, key] = [base64Of(salted), base64Of(hash)]
  return digest && salt && key && more.length === 0 ? { scheme: 'pbkdf2', digest, rounds: countOf(rounds), salt, key } : undefined
}

/** What it calls `ln` is the cost itself, and not its logarithm. */
function scrypt([, parameters = '', salted, hash, ...more]: readonly string[]): ForeignHash | undefined {
  const [, n, r, p] = /^ln=(\d+),r=(\d+),p=(\d+)$/.exec(parameters) ?? []
  const [salt, key] = [base64Of(salted), base64Of(hash)]
  return salt && key && more.length === 0
    ? { scheme: 'scrypt', n: countOf(n), r: countOf(r), p: countOf(p), salt, key }
    : undefined
}

function firescrypt([, parameters = '', salt, hash, saltSeparator, signerKey]: readonly string[]): ForeignHash | undefined {
  const [, memCost, rounds] = /^ln=(\d+),r=(\d+),p=1$/.exec(parameters) ?? []
  return memCost && base64Of(signerKey) ? firebaseHash({ hash, salt, saltSeparator, signerKey, rounds, memCost }) : undefined
}

/** The pattern says what stands around the password: `{SALT}{PASSWORD}`. Without one it stands alone. */
function patterned([name, ...parts]: readonly string[]): ForeignHash | undefined {
  const digest = digestNamed(name)
  const [pattern, salt, hash] = parts.length === 1 ? ['', '', parts[0]] : parts
  const key = base64Of(hash)
  if (!digest || !key || pattern === undefined || parts.length > 3) return undefined
  const shape = pattern === '' ? '{PASSWORD}' : (base64Of(pattern.replace(/^pf=/, ''))?.toString() ?? '')
  const around = shape.split('{PASSWORD}')
  if (around.length !== 2) return undefined
  const [before, after] = around.map((one) => filled(one, salt))
  return before && after ? { scheme: 'digest', digest, before, after, key } : undefined
}

/** A pattern may name the salt often enough to make gigabytes of one record. */
const MOST_SALTS = 4

/** Undefined where the salt stands in it too often. */
function filled(shape: string, salt: string | undefined): Buffer | undefined {
  const bytes = base64Of(salt) ?? Buffer.alloc(0)
  const parts = shape.split('{SALT}').map((part) => Buffer.from(part))
  if (parts.length > 1 + MOST_SALTS) return undefined
  return Buffer.concat(parts.flatMap((part, at) => (at === 0 ? [part] : [bytes, part])))
}

/** The key stands in the text. What is in base64 is the digest in hexadecimal digits. */
function hmac([name, hash, secret, ...more]: readonly string[]): ForeignHash | undefined {
  const digest = digestNamed(name?.slice('hmac-'.length))
  const key = hexOf(base64Of(hash)?.toString('latin1'))
  return digest && key && more.length === 0 ? { scheme: 'hmac', digest, key, secret: base64Of(secret) } : undefined
}

const SSHA = { '{SSHA}': ['sha1', 20], '{SSHA256}': ['sha256', 32], '{SSHA512}': ['sha512', 64] } as const

function ssha(text: string): ForeignHash | undefined {
  const known = Object.entries(SSHA).find(([prefix]) => text.startsWith(prefix))
  const bytes = known && base64Of(text.slice(known[0].length))
  if (!bytes) return undefined
  const [digest, length] = known[1]
  return { scheme: 'digest', digest, key: bytes.subarray(0, length), after: bytes.subarray(length) }
}
