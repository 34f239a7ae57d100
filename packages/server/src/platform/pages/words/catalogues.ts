import type { Messages } from './en/catalogue.ts'
import * as languages from './languages.ts'

/** The words of every language, by its tag. */
export const catalogues = Object.assign({}, languages) satisfies Record<string, Messages>

export type Language = keyof typeof catalogues
