import type { ForeignHash } from '../../../../gate/passwords/foreign/foreign-hash.ts'
import { base64Of, countOf } from '../bytes.ts'

/** Under the names of Firebase’s console; bytes are in base64. */
export interface FirebaseParts {
  readonly hash: unknown
  readonly salt: unknown
  readonly signerKey: unknown
  readonly saltSeparator: unknown
  readonly rounds: unknown
  readonly memCost: unknown
}

export function firebaseHash(parts: FirebaseParts): ForeignHash | undefined {
  const [key, salt] = [base64Of(parts.hash), base64Of(parts.salt)]
  if (!key || !salt) return undefined
  return {
    ...{ scheme: 'firebase-scrypt', salt, key },
    ...{ memCost: countOf(parts.memCost), rounds: countOf(parts.rounds) },
    saltSeparator: base64Of(parts.saltSeparator) ?? Buffer.alloc(0),
    signerKey: base64Of(parts.signerKey),
  }
}
