import { account } from './account.ts'
import { consoleWords } from './console.ts'
import { errors, weakness } from './errors.ts'
import { common, footer, problem } from './everywhere.ts'
import { factors } from './factors.ts'
import { lifecycle } from './lifecycle.ts'
import { organisations } from './organisations.ts'
import { publicPages } from './public.ts'
import { security } from './security.ts'

/** The words of the pages. Every other catalogue has to have exactly these. */
export const en = {
  /** In its own language. */
  languageName: 'English',
  errors,
  weakness,
  common,
  ...publicPages,
  factors,
  account,
  security,
  lifecycle,
  organisations,
  console: consoleWords,
  problem,
  footer,
}

export type Messages = typeof en
