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

/** What a person typed, reduced to the twelve letters that were meant. */
export const canonicalCode = (typed: string): string =>
  typed
    .replace(/[\s\p{Pd}]/gu, '')
    .toUpperCase()
    .replaceAll('O', '0')
    .replaceAll('I', '1')
    .replaceAll('L', '1')

export const newDigits = (): string => String(randomInt(1_000_000)).padStart(6, '0')

/** Under which hash a code is stored, and under which it may have been before the secret changed; without a change, the same. */
export type CodeHashes = readonly [current: string, previous: string]

/**
 * Codes have too little entropy for a bare hash: an attacker who reads the table could try them all.
 * The key is derived from the service's secret, which is not in the database.
 */
export function hashCode([current, previous]: KeyRing, ...parts: readonly string[]): CodeHashes {
  const text = JSON.stringify(parts)
  const hash = hmac(current, text)
  return [hash, previous ? hmac(previous, text) : hash]
}

/** Whether a stored hash is that of the code. */
export const isHashOf = ([current, previous]: CodeHashes, stored: string): boolean =>
  isSame(current, stored) || isSame(previous, stored)

const hmac = (key: Buffer, text: string): string => createHmac('sha256', key).update(text).digest('base64url')
