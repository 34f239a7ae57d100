import { pagePaths } from '../../gate/page-paths.ts'
import { type MailRows, notice } from '../../platform/mail/mail-kinds.ts'
import type { MailSamples } from '../../platform/mail/mail-samples.ts'

export const keysMails = {
  'key-created': { variables: [...notice, 'keyName', 'scopes', 'by', 'link'], sample: { link: pagePaths.consoleKeys } },
} as const satisfies MailRows

export const keysSamples: MailSamples = {
  usual: { keyName: 'billing', scopes: 'users:read, audit:read' },
  empty: { keyName: '' },
}

type KeysMails = typeof keysMails
declare module '../../platform/mail/mail-kinds.ts' {
  interface Mails extends KeysMails {}
  interface MailValues {
    /** What a key is for, in the words of its maker; empty where it looks like a link. */
    readonly keyName: string
    /** What a key opens. */
    readonly scopes: string
  }
}
