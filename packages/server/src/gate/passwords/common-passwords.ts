import { hash } from 'node:crypto'
import { lowerBound } from '../../platform/kernel/lower-bound.ts'
import { readAsset } from '../../platform/kernel/read-asset.ts'
import type { WordList } from './guessable-password.ts'

const PREFIX_BYTES = 5

/** Sorted prefixes of hashes (`scripts/make-common-passwords.mjs`); one good password in twenty million is taken for common. */
export function loadCommonPasswords(): WordList {
  const prefixes = readAsset('common-passwords.bin')
  const count = prefixes.length / PREFIX_BYTES
  const at = (index: number): number => prefixes.readUIntBE(index * PREFIX_BYTES, PREFIX_BYTES)

  return {
    has(word) {
      const wanted = hash('sha256', word, 'buffer').readUIntBE(0, PREFIX_BYTES)
      const found = lowerBound(count, (index) => at(index) < wanted)
      return found < count && at(found) === wanted
    },
  }
}
