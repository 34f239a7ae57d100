import type { Weakness } from '../../platform/kernel/errors.ts'
import { once } from '../../platform/kernel/once.ts'

interface WeaknessWords {
  readonly unstorable: string
  readonly tooLong: (maxBytes: number) => string
  readonly common: string
  readonly ownData: string
  readonly needs: (parts: string) => string
  readonly length: (minLength: number) => string
  readonly letter: string
  readonly digit: string
}

export function sayWeakness(language: string, words: WeaknessWords): (weakness: Weakness) => string {
  const list = once(() => new Intl.ListFormat(language)) // the first one takes ten milliseconds
  return ({ isUnstorable, maxBytes, isCommon, isOwnData, minLength, needsLetter, needsDigit }) => {
    if (isUnstorable) return words.unstorable
    if (maxBytes !== undefined) return words.tooLong(maxBytes)
    if (isCommon) return words.common
    if (isOwnData) return words.ownData
    const missing = [
      ...(minLength === undefined ? [] : [words.length(minLength)]),
      ...(needsLetter ? [words.letter] : []),
      ...(needsDigit ? [words.digit] : []),
    ]
    return words.needs(list().format(missing))
  }
}
