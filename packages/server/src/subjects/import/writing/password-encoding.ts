import { encodeForeign } from '../../../gate/passwords/foreign/encode-foreign.ts'
import type { PasswordEncoding } from './preparing.ts'

/** How long ours are, and what they are made with; foreign hashes of the same kind are marked as such. */
const OURS = /^\$argon2id\$v=19\$m=\d{1,6},t=\d{1,2},p=\d{1,2}\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/

/** No secret of another system can be kept yet, so a hash that needs one is told apart by this name, and refused. */
const NO_KEY = ''

export const passwordEncoding = (now: number): PasswordEncoding => ({
  encode(hash, form) {
    // A service of this kind has made it: from the same form, at a cost of ours.
    if (hash.scheme === 'argon2' && form === 'nfc' && OURS.test(hash.phc)) return { ok: true, text: hash.phc, isWeak: false }
    let needsKey = false
    const keyIdOf = () => {
      needsKey = true
      return NO_KEY
    }
    const encoded = encodeForeign(hash, form, { now, keyIdOf })
    return needsKey ? { ok: false, reason: 'hash_key_missing' } : encoded
  },
})
