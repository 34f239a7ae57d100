import { DONE_ID } from '../../../platform/pages/components/notice.tsx'
import { pagePaths } from '../../page-paths.ts'

const PAGES = {
  name: pagePaths.account,
  language: pagePaths.account,
  data: pagePaths.account,
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
  applications: pagePaths.accountApplications,
} as const

/** The fragment moves the focus to the notice: with any other fragment a browser ignores `autofocus`. */
export const doneAt = (section: keyof typeof PAGES, done: string, more: Readonly<Record<string, string>> = {}): string =>
  `${PAGES[section]}?${new URLSearchParams({ done, ...more })}#${DONE_ID}`

/** Marks a visitor who has chosen a new password and is shown what else opens the account. */
export const AFTER_FIELD = 'after'

/** Without a fragment, which a browser would take along to the application that this page leads on to. */
export const afterReset = (returnTo: string | undefined): string =>
  `${pagePaths.accountConnections}?${new URLSearchParams({ [AFTER_FIELD]: 'reset', ...(returnTo !== undefined && { returnTo }) })}`
