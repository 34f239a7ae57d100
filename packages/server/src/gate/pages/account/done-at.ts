import { DONE_ID } from '../../../platform/pages/components/notice.tsx'
import { pagePaths } from '../../page-paths.ts'

/** The page that each section is on. */
const PAGES = {
  name: pagePaths.account,
  language: pagePaths.account,
  email: pagePaths.account,
  password: pagePaths.accountSecurity,
  'two-factor': pagePaths.accountSecurity,
  passkeys: pagePaths.accountSecurity,
  totp: pagePaths.accountSecurity,
  recovery: pagePaths.accountSecurity,
  devices: pagePaths.accountSecurity,
  sessions: pagePaths.accountSessions,
  providers: pagePaths.accountConnections,
  organisations: pagePaths.accountOrganisations,
} as const

/**
 * Where the browser looks after something was done: at the section it was done in, which says so. The fragment leads to the words
 * themselves, and with it the focus: beside any other one a browser would not obey `autofocus`.
 */
export const doneAt = (section: keyof typeof PAGES, done: string, more: Readonly<Record<string, string>> = {}): string =>
  `${PAGES[section]}?${new URLSearchParams({ done, ...more })}#${DONE_ID}`

/** In the address: the visitor has chosen a new password, and is shown what else opens the account. */
export const AFTER_FIELD = 'after'

/** Leads on, and so has no fragment: a browser would take that along to whichever application this leads to. */
export const afterReset = (returnTo: string | undefined): string =>
  `${pagePaths.accountConnections}?${new URLSearchParams({ [AFTER_FIELD]: 'reset', ...(returnTo !== undefined && { returnTo }) })}`
