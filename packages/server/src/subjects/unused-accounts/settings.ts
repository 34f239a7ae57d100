import { durationOrOff } from '../../platform/config/kinds.ts'

// biome-ignore format: a table is read by its rows
const unusedAccounts = {
  unverifiedTtl: durationOrOff({ env: 'UNVERIFIED_ACCOUNT_TTL', help: 'How long an account that somebody has made waits for the first proof of its mailbox before it is removed, used or not. Needs a mail sender.' }),
  inactiveTtl: durationOrOff({ env: 'INACTIVE_ACCOUNT_TTL', help: 'How long an account may be unused before it is removed; the owner is told by mail 30 and 7 days before. Longer than 30d. Needs a mail sender.' }),
} as const

export const unusedAccountsSettings = { unusedAccounts }

type UnusedAccountsSettings = typeof unusedAccountsSettings
declare module '../../platform/config/schema.ts' {
  interface Settings extends UnusedAccountsSettings {}
}
