import type { Weakness } from '../../platform/kernel/errors.ts'

/** Passwords that many people use, in lower case. */
export interface WordList {
  has(word: string): boolean
}

/** Fewer characters than this are a coincidence, not a word. */
const MIN_COMMON_LENGTH = 4
const MIN_OWN_LENGTH = 3
/** As much as `2024!` or `12345678`. A password that adds more than that to a word may be worth having. */
const MAX_ADDED = 8

/** What people write for letters. A 1 stands for either of two. */
const LETTERS: Readonly<Record<string, string>> = { '0': 'o', '3': 'e', '4': 'a', '5': 's', '7': 't', '@': 'a', $: 's' }
const spelled = (text: string, one: string): string => text.replace(/[034571@$!]/g, (sign) => LETTERS[sign] ?? one)

const fold = (text: string): string => text.normalize('NFKC').toLowerCase()
const lengthOf = (text: string): number => [...text].length

// Greedy from the first character on: each of them looks at a long password once.
const WITHOUT_LAST_MARKS = /^.*[\p{L}\p{M}\p{N}]/su
const WITHOUT_LAST_DIGITS = /^.*[\p{L}\p{M}]/su
const WITHOUT_ENDS = /[\p{L}\p{M}](?:.*[\p{L}\p{M}])?/su

/** The words that a password may be at heart: without what was added at its ends, and with letters where signs stand for them. */
function hearts(password: string): string[] {
  const text = fold(password)
  const minLength = lengthOf(text) - MAX_ADDED
  const bare = [WITHOUT_LAST_MARKS, WITHOUT_LAST_DIGITS, WITHOUT_ENDS].flatMap((pattern) => pattern.exec(text) ?? [])
  const near = [text, ...bare].filter((word) => lengthOf(word) >= minLength)
  return [...new Set(near.flatMap((word) => [word, spelled(word, 'i'), spelled(word, 'l')]))]
}

/**
 * Why a password is among the first that an attacker would try: many people use it, or it is made of what is known about the
 * account or the service (NIST SP 800-63B-4, 3.1.1.2). Undefined when it is neither.
 */
export function guessability(password: string, list: WordList, known: readonly string[]): Weakness | undefined {
  if (isCommon(password, list)) return { isCommon: true }
  return isMadeOf(password, known) ? { isOwnData: true } : undefined
}

/** Whether a password is on the list, or only a little away from what is. */
const isCommon = (password: string, list: WordList): boolean =>
  hearts(password).some((word) => lengthOf(word) >= MIN_COMMON_LENGTH && list.has(word))

/** Whether a password is one of the texts, or a part of one, or only a little away from that. Marks between do not count. */
function isMadeOf(password: string, texts: readonly string[]): boolean {
  const words = new Set(texts.flatMap(wordsOf).filter((word) => lengthOf(word) >= MIN_OWN_LENGTH))
  return hearts(password).some((word) => words.has(joined(word)))
}

/** A text, its parts between dots and spaces, and the parts of those; each also without digits at its ends. */
const wordsOf = (text: string): string[] =>
  [text, ...text.split(/[@.\s]+/), ...text.split(/[^\p{L}\p{M}\p{N}]+/u)]
    .map((part) => joined(fold(part)))
    .flatMap((word) => [word, WITHOUT_ENDS.exec(word)?.[0] ?? ''])

const joined = (text: string): string => text.replace(/[^\p{L}\p{M}\p{N}]+/gu, '')
