import { inTurns } from '../../../platform/kernel/in-turns.ts'

let last: Promise<unknown> = Promise.resolve()

/** Rounds between two looks at the clock. */
export const ROUNDS_AT_ONCE = 64

/**
 * What Node cannot do off the event loop is done on it in small pieces. One after the other: pieces of many at once would come in one
 * turn of the loop, and together hold it.
 */
export function cryptLoop<T>(steps: () => Iterator<unknown, T>): Promise<T> {
  const mine = last.then(() => inTurns(steps()))
  last = mine.catch(() => undefined)
  return mine
}

/** The alphabet of crypt(3) and phpass, from the lowest bits to the highest. */
export const CRYPT_ALPHABET = './0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** Some bytes as one number, the first the highest, in so many characters. */
export function cryptText(bytes: readonly number[], length: number): string {
  let value = bytes.reduce((sum, byte) => sum * 256 + byte, 0)
  let text = ''
  for (let at = 0; at < length; at++) {
    text += CRYPT_ALPHABET[value % 64]
    value = Math.floor(value / 64)
  }
  return text
}
