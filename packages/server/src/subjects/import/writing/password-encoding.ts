import { argon2Hasher } from '../../../gate/passwords/argon2-hasher.ts'
import { encodeForeign } from '../../../gate/passwords/foreign/encode-foreign.ts'
import { HashKeys } from '../../../gate/passwords/foreign/hash-keys.ts'
import { wrapWeak } from '../../../gate/passwords/foreign/wrap-weak.ts'
import type { Config } from '../../../platform/config/schema.ts'
import type { DataKey } from '../../../platform/kernel/data-key.ts'
import type { PasswordEncoding } from './preparing.ts'

/** How long ours are, and what they are made with; foreign hashes of the same kind are marked as such. */
const OURS = /^\$argon2id\$v=19\$m=\d{1,6},t=\d{1,2},p=\d{1,2}\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/

export function passwordEncoding({ passwords }: Pick<Config, 'passwords'>, dataKey: DataKey, now: number): PasswordEncoding {
  const keys = new HashKeys(dataKey)
  return {
    encode(hash, form) {
      // A service of this kind has made it: from the same form, at a cost of ours.
      if (hash.scheme === 'argon2' && form === 'nfc' && OURS.test(hash.phc)) return { ok: true, text: hash.phc, isWeak: false }
      return encodeForeign(hash, form, { now, keyIdOf: keys.idOf })
    },
    wrap: (text) => wrapWeak(text, passwords, argon2Hasher),
    keepKeys: (tx, at) => keys.keep(tx, at),
  }
}
