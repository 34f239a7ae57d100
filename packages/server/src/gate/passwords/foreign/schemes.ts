import type { ForeignHash, SchemeName } from './foreign-hash.ts'
import type { ReadHash, Scheme } from './scheme.ts'
import { argon2 } from './schemes/argon2.ts'
import { bcrypt, passlibBcrypt, wordpressBcrypt } from './schemes/bcrypt.ts'
import { digest, hmac } from './schemes/digest.ts'
import { firebaseScrypt } from './schemes/firebase-scrypt.ts'
import { md5Crypt } from './schemes/md5-crypt.ts'
import { pbkdf2 } from './schemes/pbkdf2.ts'
import { phpass } from './schemes/phpass.ts'
import { scrypt } from './schemes/scrypt.ts'
import { sha256Crypt, sha512Crypt } from './schemes/sha-crypt.ts'

const SCHEMES: { readonly [S in SchemeName]: Scheme<S> } = {
  argon2,
  bcrypt,
  scrypt,
  'firebase-scrypt': firebaseScrypt,
  pbkdf2,
  phpass,
  'wordpress-bcrypt': wordpressBcrypt,
  'passlib-bcrypt': passlibBcrypt,
  'md5-crypt': md5Crypt,
  'sha256-crypt': sha256Crypt,
  'sha512-crypt': sha512Crypt,
  digest,
  hmac,
}

const MAX_SECRET = 1024

/** Keys of the old system are held in memory, all of them where an export is read. */
export const isBoundedSecret = (secret: Buffer): boolean => secret.length <= MAX_SECRET

export const SCHEME_NAMES = Object.keys(SCHEMES)

export const isSchemeName = (name: string): name is SchemeName => Object.hasOwn(SCHEMES, name)

export const schemeNamed = <S extends SchemeName>(name: S): (typeof SCHEMES)[S] => SCHEMES[name]

/** Names the secret of the old system, whether it is the scheme’s or a pepper, and how long what comes out is. */
export function readForeign<S extends SchemeName>(
  hash: ForeignHash<S>,
  keyIdOf: (secret: Buffer) => string,
): ReadHash | { readonly reason: 'unknown_hash' | 'hash_out_of_bounds' | 'hash_key_missing' } {
  const scheme: Scheme<S> = SCHEMES[hash.scheme]
  const own = scheme.secretOf?.(hash)
  if (scheme.isKeyed && !own) return { reason: 'hash_key_missing' }
  const read = scheme.read(hash)
  if (!read || (own && hash.pepper)) return { reason: 'unknown_hash' }
  const secret = own ?? hash.pepper
  if (secret && !isBoundedSecret(secret)) return { reason: 'hash_out_of_bounds' }
  const more = {
    ...(hash.padTo !== undefined && { u: String(hash.padTo) }),
    ...(secret && { k: keyIdOf(secret) }),
    l: String(read.key.length),
  }
  return { ...read, parameters: { ...read.parameters, ...more } }
}
