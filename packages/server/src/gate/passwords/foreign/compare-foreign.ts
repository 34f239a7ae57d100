import { timingSafeEqual } from 'node:crypto'
import { verify } from '@node-rs/argon2'
import { problemOf } from './bounds.ts'
import { numberOf } from './parameters.ts'
import { inForm } from './password-form.ts'
import type { StoredHash } from './scheme.ts'
import { schemeNamed } from './schemes.ts'
import { readHash } from './stored-hash.ts'

/** There is a problem only where the table was changed by hand. */
export function openForeign(text: string): StoredHash | { readonly problem: string } {
  const stored = readHash(text)
  if (!stored) return { problem: 'it cannot be read' }
  const problem = problemOf(stored)
  return problem === undefined ? stored : { problem }
}

/** What comes out for a password that was typed. `secret` is the pepper or the key that the hash names. */
function deriveForeign(stored: StoredHash, password: string, secret: Buffer | undefined): Promise<Buffer> {
  const { scheme, form, parameters } = stored
  const filled = 'u' in parameters ? password.padEnd(numberOf(parameters, 'u'), '\0') : password
  const bytes = inForm(filled, form)
  const { isKeyed, derive } = schemeNamed(scheme)
  return derive(stored, secret && !isKeyed ? Buffer.concat([bytes, secret]) : bytes, secret)
}

export async function isForeignMatch(stored: StoredHash, password: string, secret: Buffer | undefined): Promise<boolean> {
  const derived = await deriveForeign(stored, password, secret)
  if (stored.wrapping !== undefined) return verify(stored.wrapping, wrappedText(derived))
  return derived.length === stored.key.length && timingSafeEqual(derived, stored.key)
}

/** What argon2id hashes of a hash that is weak by itself. */
export const wrappedText = (derived: Buffer): string => derived.toString('base64url')
