import type { PasswordEncoding } from './preparing.ts'

const OURS = /^\$argon2id\$v=19\$m=\d{1,6},t=\d{1,2},p=\d{1,2}\$[A-Za-z0-9+/]{11,200}\$[A-Za-z0-9+/]{20,200}$/

/** What a sign-in can compare a password with. */
export const passwordEncoding: PasswordEncoding = {
  encode: (hash) =>
    hash.scheme === 'argon2' && OURS.test(hash.phc)
      ? { ok: true, text: hash.phc, isWeak: false }
      : { ok: false, reason: 'unknown_hash' },
  wrap: async (text) => text,
}
