import { hash } from 'node:crypto'
import { readAsset } from '../../platform/kernel/read-asset.ts'
import type { WordList } from './guessable-password.ts'

const PREFIX_BYTES = 5

/** Sorted prefixes of hashes (`scripts/make-common-passwords.mjs`); one good password in twenty million is taken for common. */
export function loadCommonPasswords(): WordList {
  const prefixes = readAsset('common-passwords.bin')
  const at = (index: number): number => prefixes.readUIntBE(index * PREFIX_BYTES, PREFIX_BYTES)

  return {
    has(word) {
      const wanted = hash('sha256', word, 'buffer').readUIntBE(0, PREFIX_BYTES)
      let [low, high] = [0, prefixes.length / PREFIX_BYTES]
      while (low < high) {
        const middle = (low + high) >> 1
        if (at(middle) < wanted) low = middle + 1
        else high = middle
      }
      return low < prefixes.length / PREFIX_BYTES && at(low) === wanted
    },
  }
}
