import type { Messages } from '../en/catalogue.ts'
import { account } from './account.ts'
import { consoleWords } from './console.ts'
import { errors, weakness } from './errors.ts'
import { common, footer, problem } from './everywhere.ts'
import { factors } from './factors.ts'
import { lifecycle } from './lifecycle.ts'
import { organisations } from './organisations.ts'
import { publicPages } from './public.ts'
import { security } from './security.ts'

export const es: Messages = {
  languageName: 'Español',
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
