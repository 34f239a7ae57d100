import { choice, duration, flag } from '../../platform/config/kinds.ts'

// biome-ignore format: a table is read by its rows
const lifecycle = {
  emailChange: flag({ env: 'EMAIL_CHANGE', default: true, help: 'Let people change the email address of their account. Links that take a change back go on working.' }),
  emailChangeTtl: duration({ env: 'EMAIL_CHANGE_TTL', default: '1h', help: 'Lifetime of the codes that confirm a new address.' }),
  emailChangeConfirm: choice({ env: 'EMAIL_CHANGE_CONFIRM', default: 'auto', of: ['auto', 'new', 'both'], help: 'Which mailboxes confirm a new address: `auto` is the new one alone after a proof with an authenticator app or a passkey that the account has had for a week, else both.' }),
  emailRevertTtl: duration({ env: 'EMAIL_REVERT_TTL', default: '7d', help: 'How long a change of address can be taken back from the old mailbox, and the old address is kept for its account.' }),
  newDeviceNotices: flag({ env: 'NEW_DEVICE_NOTICES', isLive: true, default: { development: false, production: true }, help: 'Tell people by mail of a sign-in in a browser that their account does not know.' }),
  deviceReportTtl: duration({ env: 'DEVICE_REPORT_TTL', default: '72h', help: 'Lifetime of the link “this wasn’t me” in such a mail.' }),
  accountExport: flag({ env: 'ACCOUNT_EXPORT', default: true, help: 'Let people download what is kept about them.' }),
} as const

export const emailChangeSettings = { lifecycle }

type EmailChangeSettings = typeof emailChangeSettings
declare module '../../platform/config/schema.ts' {
  interface Settings extends EmailChangeSettings {}
}
