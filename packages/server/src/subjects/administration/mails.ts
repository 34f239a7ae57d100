import { pagePaths } from '../../gate/page-paths.ts'
import { type MailFacts, type MailRows, notice } from '../../platform/mail/mail-kinds.ts'
import { type MailSamples, SAMPLE_ID } from '../../platform/mail/mail-samples.ts'

const ofAdministrator = {
  variables: [...notice, 'administrator', 'scopes', 'by', 'link'],
  sample: { link: `${pagePaths.consoleUsers}/${SAMPLE_ID}` },
} as const satisfies MailFacts

export const administrationMails = {
  'new-administrator': { variables: notice },
  'administrator-added': ofAdministrator,
  'administrator-scopes': ofAdministrator,
} as const satisfies MailRows

export const administrationSamples: MailSamples = { usual: { administrator: 'ada@example.org' }, empty: {} }

type AdministrationMails = typeof administrationMails
declare module '../../platform/mail/mail-kinds.ts' {
  interface Mails extends AdministrationMails {}
  interface MailValues {
    /** The address of an account that was made an administrator. */
    readonly administrator: string
    /** What it may do; empty for everything. */
    readonly scopes: string
  }
}
