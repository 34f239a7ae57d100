import type { EventRows } from '../../gate/audit/events.ts'

// biome-ignore format: a table is read by its rows
export const accountsEvents = {
  'user.renamed': { about: 'accounts', activity: true },
  'account.deleted': { about: 'accounts', activity: false },
  'account.exported': { about: 'accounts', activity: true },
} as const satisfies EventRows

type AccountsEvents = typeof accountsEvents
declare module '../../gate/audit/events.ts' {
  interface Events extends AccountsEvents {}
}
