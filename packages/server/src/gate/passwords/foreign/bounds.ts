import { isBoundedArgon2 } from './argon2-bounds.ts'
import { numberOf } from './parameters.ts'
import type { StoredHash } from './scheme.ts'
import { schemeNamed } from './schemes.ts'
import { MAX_TEXT, writeHash } from './stored-hash.ts'

const MAX_SALT = 1024
const MIN_KEY = 16
const MAX_KEY = 512
const MAX_PAD = 1024

/**
 * Why a password is not compared with it. Asked when a hash comes, and again before each comparison: one row that was
 * written by hand must not stop the service.
 */
export function problemOf(stored: StoredHash): string | undefined {
  const { scheme, parameters, salt, key, wrapping } = stored
  const length = numberOf(parameters, 'l')
  if (writeHash(stored).length > MAX_TEXT) return 'it is too long'
  if (salt.length > MAX_SALT) return 'its salt is too long'
  if (!(length >= MIN_KEY && length <= MAX_KEY)) return 'its length is out of bounds'
  if (wrapping === undefined && key.length !== length) return 'it has another length than it says'
  if ('u' in parameters && !(numberOf(parameters, 'u') <= MAX_PAD)) return 'its padding is out of bounds'
  if (wrapping !== undefined && !isBoundedArgon2(costOf(wrapping))) return 'what it is wrapped in is out of bounds'
  return schemeNamed(scheme).problem(stored)
}

const costOf = (phc: string) => {
  const [, m, t, p] = /m=(\d+),t=(\d+),p=(\d+)/.exec(phc) ?? []
  return { m: Number(m), t: Number(t), p: Number(p) }
}
