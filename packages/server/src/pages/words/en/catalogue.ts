import { account } from './account.ts'
import { consoleWords } from './console.ts'
import { errors, weakness } from './errors.ts'
import { common, footer, problem } from './everywhere.ts'
import { publicPages } from './public.ts'

/** The words of the pages. Every other catalogue has to have exactly these. */
export const en = {
  /** In its own language. */
  languageName: 'English',
  errors,
  weakness,
  common,
  ...publicPages,
  account,
  console: consoleWords,
  problem,
  footer,
}

export type Messages = typeof en
