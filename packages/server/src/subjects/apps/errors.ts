import type { ErrorRows } from '../../platform/kernel/errors.ts'

// biome-ignore format: a table is read by its rows
export const appsErrors = {
  app_not_allowed: [403, 'This application is not known here.', 'The operator names it in `FORWARD_AUTH_APPS`, and the proxy that asks in `TRUSTED_PROXIES`.'],
  invalid_ticket: [400, 'This sign-in could not be matched to this browser. If cookies are blocked for this site, allow them.', 'Start again at the application.'],
  ticket_expired: [410, 'This sign-in took too long.', 'Start again at the application.'],
  ticket_used: [410, 'This sign-in was already completed.', 'Open the application again.'],
} as const satisfies ErrorRows

type AppsErrors = typeof appsErrors
declare module '../../platform/kernel/errors.ts' {
  interface Errors extends AppsErrors {}
}
