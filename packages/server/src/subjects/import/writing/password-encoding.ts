import { argon2Hasher } from '../../../gate/passwords/argon2-hasher.ts'
import { isBoundedArgon2 } from '../../../gate/passwords/foreign/argon2-bounds.ts'
import { encodeForeign, encodeStored } from '../../../gate/passwords/foreign/encode-foreign.ts'
import { HashKeys } from '../../../gate/passwords/foreign/hash-keys.ts'
import { wrapWeak } from '../../../gate/passwords/foreign/wrap-weak.ts'
import type { Config } from '../../../platform/config/schema.ts'
import type { DataKey } from '../../../platform/kernel/data-key.ts'
import type { PasswordEncoding } from './preparing.ts'

/** How long ours are, and what they are made with; foreign hashes of the same kind are marked as such. */
const OURS = /^\$argon2id\$v=19\$m=(\d{1,8}),t=(\d{1,2}),p=(\d{1,2})\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/

export function passwordEncoding({ passwords }: Pick<Config, 'passwords'>, dataKey: DataKey, now: number): PasswordEncoding {
  const keys = new HashKeys(dataKey)
  return {
    encode(hash, form) {
      // A service of this kind has made it: from the same form, at a cost of ours.
      if (hash.scheme === 'argon2' && form === 'nfc' && isOurs(hash.phc, passwords))
        return { ok: true, text: hash.phc, isWeak: false }
      return encodeForeign(hash, form, { now, keyIdOf: keys.idOf })
    },
    keep: ({ stored, secretOf }) => encodeStored(stored, secretOf, { now, keyIdOf: keys.idOf }),
    wrap: (text) => wrapWeak(text, passwords, argon2Hasher),
    keyIdOfRecovery: keys.idOfRecovery,
    keepKeys: (tx, ids, at) => keys.keep(tx, ids, at),
    forgetKeys: () => keys.forget(),
  }
}

/** No dearer to compare than hashes of others may be, or than those that are made here. */
function isOurs(phc: string, { memoryKib, timeCost, parallelism }: Config['passwords']): boolean {
  const [, m, t, p] = (OURS.exec(phc) ?? []).map(Number)
  if (m === undefined || t === undefined || p === undefined) return false
  return isBoundedArgon2({ m, t, p }) || (m <= memoryKib && t <= timeCost && p <= parallelism)
}
