import type { EventRows } from '../../gate/audit/events.ts'

export const unusedAccountsEvents = {
  'account.inactive': { about: 'accounts', activity: true },
} as const satisfies EventRows

type UnusedAccountsEvents = typeof unusedAccountsEvents
declare module '../../gate/audit/events.ts' {
  interface Events extends UnusedAccountsEvents {}
}
