import type { Digest, ForeignHash } from '../../../../gate/passwords/foreign/foreign-hash.ts'
import { base64Of, countOf, hexOf } from '../bytes.ts'
import { modular, type Password, raw } from './modular.ts'

/** By what stands before the first `$`, as the hashers of Django call themselves. Salts are text. */
const HASHERS: Readonly<Record<string, (rest: string) => Password>> = {
  pbkdf2_sha256: (rest) => raw(pbkdf2('sha256', rest)),
  pbkdf2_sha1: (rest) => raw(pbkdf2('sha1', rest)),
  argon2: (rest) => modular(`$${rest}`, ['argon2']),
  bcrypt: (rest) => modular(rest, ['bcrypt']),
  // Hashed before, so that bytes behind the 72nd count.
  bcrypt_sha256: (rest) => modular(rest, ['bcrypt'], 'sha256-hex'),
  scrypt: (rest) => raw(scrypt(rest)),
  md5: (rest) => raw(salted('md5', rest)),
  sha1: (rest) => raw(salted('sha1', rest)),
}

/** Undefined where no password was set, or none can be used. */
export function djangoHash(text: string): Password | undefined {
  if (text.startsWith('!')) return undefined
  const at = text.indexOf('$')
  // Without a salt, MD5 is written without its name.
  if (at === -1) return /^[0-9a-f]{32}$/.test(text) ? raw(salted('md5', `$${text}`)) : 'unknown'
  const name = text.slice(0, at)
  return (Object.hasOwn(HASHERS, name) ? HASHERS[name]?.(text.slice(at + 1)) : undefined) ?? 'unknown'
}

function pbkdf2(digest: Digest, rest: string): ForeignHash | undefined {
  const [rounds, salt, hash, ...more] = rest.split('$')
  const key = base64Of(hash)
  if (!salt || !key || more.length > 0) return undefined
  return { scheme: 'pbkdf2', digest, rounds: countOf(rounds), salt: Buffer.from(salt), key }
}

function scrypt(rest: string): ForeignHash | undefined {
  const [n, salt, r, p, hash, ...more] = rest.split('$')
  const key = base64Of(hash)
  if (!salt || !key || more.length > 0) return undefined
  return { scheme: 'scrypt', n: countOf(n), r: countOf(r), p: countOf(p), salt: Buffer.from(salt), key }
}

function salted(digest: Digest, rest: string): ForeignHash | undefined {
  const [salt = '', hash, ...more] = rest.split('$')
  const key = hexOf(hash)
  return key && more.length === 0 ? { scheme: 'digest', digest, before: Buffer.from(salt), key } : undefined
}
