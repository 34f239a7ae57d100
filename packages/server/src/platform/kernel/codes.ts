import { createHmac, randomBytes, randomInt } from 'node:crypto'
import { isSame } from './csrf.ts'
import type { KeyRing } from './keys.ts'

/** Crockford base32: no I, L, O or U, so a code survives being read aloud and typed again. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** 60 random bits, shown as `XXXX-XXXX-XXXX`: unguessable among all live codes, and short enough to type. */
export function newCode(): string {
  const letters = Array.from(randomBytes(12), (byte) => ALPHABET[byte & 31]).join('')
  return `${letters.slice(0, 4)}-${letters.slice(4, 8)}-${letters.slice(8)}`
}

/** Letters that Crockford base32 leaves out are read as the digits they look like. */
export const canonicalCode = (typed: string): string =>
  typed
    .replace(/[\s\p{Pd}]/gu, '')
    .toUpperCase()
    .replaceAll('O', '0')
    .replaceAll('I', '1')
    .replaceAll('L', '1')

export const newDigits = (): string => String(randomInt(1_000_000)).padStart(6, '0')

/** The second hash is under the previous secret; without one, both are the same. */
export type CodeHashes = readonly [current: string, previous: string]

/** Codes have too little entropy for a bare hash; the key comes from the secret, which is not in the database. */
export function hashCode([current, previous]: KeyRing, ...parts: readonly string[]): CodeHashes {
  const text = JSON.stringify(parts)
  const hash = hmac(current, text)
  return [hash, previous ? hmac(previous, text) : hash]
}

export const isHashOf = ([current, previous]: CodeHashes, stored: string): boolean =>
  isSame(current, stored) || isSame(previous, stored)

const hmac = (key: Buffer, text: string): string => createHmac('sha256', key).update(text).digest('base64url')
