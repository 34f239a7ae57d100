import { createHmac, randomBytes, randomInt } from 'node:crypto'
import { isSame } from './csrf.ts'
import type { KeyRing } from './keys.ts'

/** Crockford base32: no I, L, O or U, so a code survives being read aloud and typed again. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/**
 * 60 random bits, shown as `XXXX-XXXX-XXXX`, for a code that is looked up by itself: a guess is at all live codes at once, and counts
 * against none of them.
 */
export const newCode = (): string => randomCode(3)

/**
 * 40 random bits, shown as `XXXX-XXXX`, for a code that is compared with the one of a named account alone, where each guess is
 * counted first: five guesses at each of a million codes find one with a chance of 1 in 200,000.
 */
export const newShortCode = (): string => randomCode(2)

function randomCode(groups: number): string {
  const letters = Array.from(randomBytes(groups * 4), (byte) => ALPHABET[byte & 31]).join('')
  return letters.match(/.{4}/g)?.join('-') ?? ''
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
