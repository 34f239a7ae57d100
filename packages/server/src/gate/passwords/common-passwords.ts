import { hash } from 'node:crypto'
import { readAsset } from '../../platform/kernel/read-asset.ts'
import type { WordList } from './guessable-password.ts'

const PREFIX_BYTES = 5

/**
 * The passwords that attackers try first, as sorted prefixes of hashes (`scripts/make-common-passwords.mjs`): a quarter of
 * a megabyte, searched where it lies. Forty bits of fifty thousand words take a good password for a bad one in twenty million.
 */
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
