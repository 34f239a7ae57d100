import type { Texts } from '../field.ts'

/** English where the operator has no text in the language of the page, and any other where there is no English either. */
export const inLanguage = (texts: Texts, language: string): string | undefined =>
  textIn(texts, language) ?? textIn(texts, 'en') ?? Object.values(texts)[0]

const textIn = (texts: Texts, language: string): string | undefined =>
  Object.hasOwn(texts, language) ? texts[language] : undefined
