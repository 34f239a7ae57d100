import { DAY_MS } from '../../../platform/kernel/clock.ts'
import { problemOf } from './bounds.ts'
import type { ForeignHash, PasswordForm } from './foreign-hash.ts'
import { isBoundedSecret, readForeign, schemeNamed } from './schemes.ts'
import { readHash, writeHash } from './stored-hash.ts'

export type Encoded =
  | { readonly ok: true; readonly text: string; readonly isWeak: boolean }
  | { readonly ok: false; readonly reason: 'unknown_hash' | 'hash_out_of_bounds' | 'hash_key_missing' }

interface Encoding {
  readonly now: number
  /** The name of a secret of the old system, which is kept apart and sealed: `HashKeys.idOf`. */
  readonly keyIdOf: (secret: Buffer) => string
}

/** The text for `accounts.password_hash`. What is weak goes through `wrapWeak` before it is stored. */
export function encodeForeign(hash: ForeignHash, form: PasswordForm, { now, keyIdOf }: Encoding): Encoded {
  const read = readForeign(hash, keyIdOf)
  if ('reason' in read) return { ok: false, reason: read.reason }
  const stored = { day: Math.floor(now / DAY_MS), scheme: hash.scheme, form, ...read, wrapping: undefined }
  if (problemOf(stored) !== undefined) return { ok: false, reason: 'hash_out_of_bounds' }
  return { ok: true, text: writeHash(stored), isWeak: schemeNamed(hash.scheme).isWeak(stored.parameters) }
}

/** What another service of this kind stores, with its secret under the name that it has here. */
export function encodeStored(text: string, secretOf: (id: string) => Buffer | undefined, { now, keyIdOf }: Encoding): Encoded {
  const stored = readHash(text)
  if (!stored) return { ok: false, reason: 'unknown_hash' }
  const { scheme, parameters, wrapping } = stored
  const secret = parameters['k'] === undefined ? undefined : secretOf(parameters['k'])
  const isKeyed = parameters['k'] !== undefined || schemeNamed(scheme).isKeyed === true
  if (isKeyed && !secret) return { ok: false, reason: 'hash_key_missing' }
  if (secret && !isBoundedSecret(secret)) return { ok: false, reason: 'hash_out_of_bounds' }
  const kept = {
    ...stored,
    day: Math.min(stored.day, Math.floor(now / DAY_MS)),
    parameters: { ...parameters, ...(secret && { k: keyIdOf(secret) }) },
  }
  if (problemOf(kept) !== undefined) return { ok: false, reason: 'hash_out_of_bounds' }
  return { ok: true, text: writeHash(kept), isWeak: wrapping === undefined && schemeNamed(scheme).isWeak(parameters) }
}
