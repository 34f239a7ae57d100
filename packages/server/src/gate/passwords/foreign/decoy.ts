import { randomBytes } from 'node:crypto'
import { numberOf } from './parameters.ts'
import { isSchemeName, schemeNamed } from './schemes.ts'
import { readParameters } from './stored-hash.ts'

const base64 = (length: number): string => randomBytes(length).toString('base64').replace(/=+$/, '')

/** A hash of this kind that no password opens. Undefined where the kind is none. */
export function decoyOf(kind: string): string | undefined {
  const [scheme = '', form, parameters = '', cost] = kind.split('$')
  if (!isSchemeName(scheme)) return undefined
  const salt = randomBytes(schemeNamed(scheme).saltBytes).toString('base64url')
  const length = numberOf(readParameters(parameters), 'l')
  const key =
    cost === undefined ? randomBytes(length || 0).toString('base64url') : `argon2id$v=19$${cost}$${base64(16)}$${base64(32)}`
  return `$lk1$00000$${scheme}$${form}$${parameters}$${salt}$${key}`
}
