import { hash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { dictionary } from '@zxcvbn-ts/language-common'

/**
 * Writes assets/common-passwords.bin: the first five bytes of the SHA-256 of every password on the list, sorted. That is
 * small, needs no unpacking, and no text of the list is kept in memory. `src/gate/passwords/common-passwords.ts` reads it; the bytes
 * and the spelling (compatibility form, lower case) are agreed with it and with `src/gate/passwords/guessable-password.ts`.
 */
const PREFIX_BYTES = 5
/** Shorter ones are too short to be looked up, even with something added to them. */
const MIN_LENGTH = 4

const words = new Set(
  dictionary['passwords-common']
    .map((word) => word.normalize('NFKC').toLowerCase())
    .filter((word) => [...word].length >= MIN_LENGTH),
)
const prefixes = [...words].map((word) => hash('sha256', word, 'buffer').subarray(0, PREFIX_BYTES)).sort(Buffer.compare)
writeFileSync(fileURLToPath(new URL('../assets/common-passwords.bin', import.meta.url)), Buffer.concat(prefixes))
