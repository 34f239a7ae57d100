import { pagePaths } from '../../gate/page-paths.ts'
import { type MailRows, notice } from '../../platform/mail/mail-kinds.ts'
import { type MailSamples, SAMPLE_ID } from '../../platform/mail/mail-samples.ts'

export const administrationMails = {
  'new-administrator': { variables: notice },
  'administrator-added': {
    variables: [...notice, 'administrator', 'by', 'link'],
    sample: { link: `${pagePaths.consoleUsers}/${SAMPLE_ID}` },
  },
} as const satisfies MailRows

export const administrationSamples: MailSamples = { usual: { administrator: 'ada@example.org' }, empty: {} }

type AdministrationMails = typeof administrationMails
declare module '../../platform/mail/mail-kinds.ts' {
  interface Mails extends AdministrationMails {}
  interface MailValues {
    /** The address of an account that was made an administrator. */
    readonly administrator: string
  }
}
