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

const parts = new Map(Object.keys(languages).map((language) => [language, [] as object[]]))
const merged = new Map<string, Tree>()

/** Adds the words of a subject, and the texts of its errors, which are in English already. */
export function joinWords(words: Readonly<Record<Language, object>>, rows: ErrorRows = {}): void {
  for (const [language, own] of parts) own.push(words[language as Language])
  parts.get('en')?.push({ errors: englishOf(rows) })
  merged.clear()
}

joinWords(languages, { ...errors })

/** Put together when a language is first read: a start needs none of them. */
function catalogueOf(language: string): Tree {
  let catalogue = merged.get(language)
  if (!catalogue) {
    catalogue = {}
    for (const part of parts.get(language) ?? []) merge(catalogue, part as Tree)
    merged.set(language, catalogue)
  }
  return catalogue
}

const read = Object.fromEntries(
  [...parts.keys()].map((language) => [language, { get: () => catalogueOf(language), enumerable: true }]),
)

/** The words of every language, by its tag: whole once the subjects are joined, which each `Messages` says of itself. */
export const catalogues = Object.defineProperties({}, read) as Readonly<Record<Language, Messages>>
