import type { Weakness } from '../../platform/kernel/errors.ts'

export type WordList = { has(word: string): boolean }

/** Fewer characters than these are a coincidence, not a word. */
const MIN_COMMON_LENGTH = 4
const MIN_OWN_LENGTH = 3
/** As much as `12345678`. A password that adds more than that to a word may be good. */
const MAX_ADDED = 8

/** Of characters that neither repeat nor continue what is before them. `abcd1234` has two of those, `aaaaaaaa` has one. */
const MIN_FRESH = 4

/** What people write for letters. A `1` or `!` may stand for an i or an l. */
const LETTERS: Readonly<Record<string, string>> = { '0': 'o', '3': 'e', '4': 'a', '5': 's', '7': 't', '@': 'a', $: 's' }
const spelled = (text: string, one: string): string => text.replace(/[034571@$!]/g, (sign) => LETTERS[sign] ?? one)

const fold = (text: string): string => text.normalize('NFKC').toLowerCase()
const lengthOf = (text: string): number => [...text].length

// Greedy from the first character on, so that each reads a long password only once.
const WITHOUT_LAST_MARKS = /^.*[\p{L}\p{M}\p{N}]/su
const WITHOUT_LAST_DIGITS = /^.*[\p{L}\p{M}]/su
const WITHOUT_ENDS = /[\p{L}\p{M}](?:.*[\p{L}\p{M}])?/su

/** A text, and what is left of it without what was added at its ends. */
function bareWords(text: string): string[] {
  const minLength = lengthOf(text) - MAX_ADDED
  const bare = [WITHOUT_LAST_MARKS, WITHOUT_LAST_DIGITS, WITHOUT_ENDS].flatMap((pattern) => pattern.exec(text) ?? [])
  return [text, ...bare].filter((word) => lengthOf(word) >= minLength)
}

/** What is written several times, or the whole where nothing is. Takes linear time (the prefix function of Knuth, Morris and Pratt). */
function repeatedPart(text: string): string {
  const border = [0]
  for (let at = 1; at < text.length; at++) {
    let length = border[at - 1] ?? 0
    while (length > 0 && text[at] !== text[length]) length = border[length - 1] ?? 0
    border.push(text[at] === text[length] ? length + 1 : 0)
  }
  const period = text.length - (border.at(-1) ?? 0)
  return text.length % period === 0 ? text.slice(0, period) : text
}

/** The words that a password may be made of, once or again and again, with letters in place of signs. */
function baseWords(password: string): string[] {
  const words = bareWords(fold(password))
  const parts = new Set(words.map((word) => repeatedPart(joined(word))))
  const near = [...words, ...[...parts].flatMap(bareWords)]
  return [...new Set(near.flatMap((word) => [word, spelled(word, 'i'), spelled(word, 'l')]))]
}

/** Attackers first try common passwords, and words from the account or the service (NIST SP 800-63B-4, 3.1.1.2). */
export function guessability(password: string, list: WordList, known: readonly string[]): Weakness | undefined {
  if (isCommon(password, list) || isRun(password)) return { isCommon: true }
  return isMadeOf(password, known) ? { isOwnData: true } : undefined
}

const isCommon = (password: string, list: WordList): boolean =>
  baseWords(password).some((word) => lengthOf(word) >= MIN_COMMON_LENGTH && list.has(word))

const KEYBOARD = 'qwertyuiop asdfghjkl zxcvbnm'

/** Whether a character is the same as the one before it, or beside it in the alphabet or on a keyboard. */
function goesOn(sign: string, before: string): boolean {
  const [key, keyBefore] = [KEYBOARD.indexOf(sign), KEYBOARD.indexOf(before)]
  const isNextKey = key >= 0 && keyBefore >= 0 && Math.abs(key - keyBefore) === 1
  return isNextKey || Math.abs((sign.codePointAt(0) ?? 0) - (before.codePointAt(0) ?? 0)) <= 1
}

/** Runs of the alphabet, of digits, along a keyboard, and of the same few characters. */
function isRun(password: string): boolean {
  const signs = [...fold(password)]
  const fresh = signs.filter((sign, at) => at === 0 || !goesOn(sign, signs[at - 1] ?? ''))
  return new Set(fresh).size < MIN_FRESH
}

function isMadeOf(password: string, texts: readonly string[]): boolean {
  const words = new Set(texts.flatMap(wordsOf).filter((word) => lengthOf(word) >= MIN_OWN_LENGTH))
  return baseWords(password).some((word) => words.has(joined(word)))
}

/** A text, its parts between dots and spaces, and the parts of those; each also without digits at its ends. */
const wordsOf = (text: string): string[] =>
  [text, ...text.split(/[@.\s]+/), ...text.split(/[^\p{L}\p{M}\p{N}]+/u)]
    .map((part) => joined(fold(part)))
    .flatMap((word) => [word, WITHOUT_ENDS.exec(word)?.[0] ?? ''])

const joined = (text: string): string => text.replace(/[^\p{L}\p{M}\p{N}]+/gu, '')
