import type { Digest, ForeignHash } from '../../../../gate/passwords/foreign/foreign-hash.ts'
import { base64Of, countOf, hexOf } from '../bytes.ts'
import { djangoHash } from './django-hash.ts'
import { firebaseHash } from './firebase-hash.ts'
import { modular, type Password, raw } from './modular.ts'

/** By `password_hasher`, as the digests were once handed to Clerk. What its documentation does not take apart is not read. */
const HASHERS: Readonly<Record<string, (digest: string) => Password | undefined>> = {
  bcrypt: (text) => modular(text, ['bcrypt']),
  bcrypt_peppered: (text) => raw(peppered(text)),
  bcrypt_sha256_django: djangoHash,
  pbkdf2_sha256_django: djangoHash,
  pbkdf2_sha256: (text) => raw(pbkdf2('sha256', text, base64Of)),
  pbkdf2_sha512: (text) => raw(pbkdf2('sha512', text, base64Of)),
  pbkdf2_sha1: (text) => raw(pbkdf2('sha1', text, (part) => hexOf(part) ?? Buffer.from(part))),
  argon2i: (text) => modular(text, ['argon2']),
  argon2id: (text) => modular(text, ['argon2']),
  phpass: (text) => modular(text, ['phpass']),
  scrypt_firebase: (text) => raw(firebase(text)),
  scrypt_werkzeug: (text) => raw(werkzeug(text)),
  md5: (text) => raw(digest('md5', text)),
  sha256: (text) => raw(digest('sha256', text)),
  ldap_ssha: (text) => raw(ssha(text)),
}

export const clerkHash = (text: string, hasher: string): Password | undefined =>
  Object.hasOwn(HASHERS, hasher) ? HASHERS[hasher]?.(text) : 'unknown'

function peppered(text: string): ForeignHash | undefined {
  const [, bcrypt, pepper] = /^(\$2[aby]\$\d\d\$[./A-Za-z0-9]{53})\$(.+)$/s.exec(text) ?? []
  return bcrypt && pepper ? { scheme: 'bcrypt', text: bcrypt, pepper: Buffer.from(pepper) } : undefined
}

/** What stands behind the hash is its length, which the hash has anyway. */
function pbkdf2(name: Digest, text: string, saltOf: (part: string) => Buffer | undefined): ForeignHash | undefined {
  const [, rounds, part = '', hash] = text.split('$')
  const [salt, key] = [saltOf(part), name === 'sha1' ? hexOf(hash) : base64Of(hash)]
  return salt && key ? { scheme: 'pbkdf2', digest: name, rounds: countOf(rounds), salt, key } : undefined
}

function firebase(text: string): ForeignHash | undefined {
  const [hash, salt, signerKey, saltSeparator, rounds, memCost, ...more] = text.split('$')
  if (memCost === undefined || more.length > 0) return undefined
  return firebaseHash({ hash, salt, signerKey, saltSeparator, rounds, memCost })
}

/** `scrypt:32768:8:1$salt$hex`; the salt is text. */
function werkzeug(text: string): ForeignHash | undefined {
  const [, n, r, p, salt, hash] = /^scrypt:(\d+):(\d+):(\d+)\$([^$]+)\$([0-9a-f]+)$/.exec(text) ?? []
  const key = hexOf(hash)
  if (!salt || !key) return undefined
  return { scheme: 'scrypt', n: countOf(n), r: countOf(r), p: countOf(p), salt: Buffer.from(salt), key }
}

function digest(name: Digest, text: string): ForeignHash | undefined {
  const key = hexOf(text)
  return key ? { scheme: 'digest', digest: name, key } : undefined
}

const SHA1_BYTES = 20

function ssha(text: string): ForeignHash | undefined {
  const bytes = text.startsWith('{SSHA}') ? base64Of(text.slice('{SSHA}'.length)) : undefined
  if (!bytes) return undefined
  return { scheme: 'digest', digest: 'sha1', key: bytes.subarray(0, SHA1_BYTES), after: bytes.subarray(SHA1_BYTES) }
}
