import { type ErrorCode, type ErrorRows, errors } from '../../kernel/errors.ts'
import type { en } from './en.ts'
import * as languages from './languages.ts'

export type Language = keyof typeof languages
type OwnWords = typeof en

/** The words of every page. Each subject adds its own. */
export interface Messages extends OwnWords {
  readonly errors: Readonly<Record<ErrorCode, string>>
  readonly console: ConsoleWords
}

/** Those of the administrators' console. */
// biome-ignore lint/suspicious/noEmptyInterface: the subjects fill it
export interface ConsoleWords {}

type Tree = { [name: string]: unknown }
const isTree = (value: unknown): value is Tree => typeof value === 'object' && value !== null && !Array.isArray(value)

function merge(into: Tree, words: Readonly<Tree>): void {
  for (const [name, value] of Object.entries(words)) {
    if (!isTree(value)) into[name] = value
    else {
      into[name] ??= {}
      merge(into[name] as Tree, value)
    }
  }
}

const englishOf = (rows: ErrorRows): Tree => Object.fromEntries(Object.entries(rows).map(([code, [, text]]) => [code, text]))

const joined = Object.fromEntries(Object.keys(languages).map((language) => [language, {}])) as Record<Language, Tree>

/** Adds the words of a subject, and the texts of its errors, which are in English already. */
export function joinWords(words: Readonly<Record<Language, object>>, rows: ErrorRows = {}): void {
  for (const language of Object.keys(joined) as Language[]) merge(joined[language], words[language] as Tree)
  merge(joined.en, { errors: englishOf(rows) })
}

joinWords(languages, { ...errors })

/** The words of every language, by its tag: whole once the subjects are joined, which each `Messages` says of itself. */
export const catalogues = joined as unknown as Readonly<Record<Language, Messages>>
