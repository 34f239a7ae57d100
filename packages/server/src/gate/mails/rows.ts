import { type ClientLocation, type MailRows, notice, withCode } from '../../platform/mail/mail-kinds.ts'
import { type MailSamples, SAMPLE_CODE, SAMPLE_DIGITS, SAMPLE_ID, SAMPLE_TOKEN } from '../../platform/mail/mail-samples.ts'
import { pagePaths } from '../page-paths.ts'

export const gateMails = {
  'two-factor': {
    variables: withCode,
    sample: { code: SAMPLE_DIGITS, link: `${pagePaths.twoFactor}#challengeId=${SAMPLE_ID}&code=${SAMPLE_DIGITS}` },
  },
  'step-up': { variables: withCode, sample: { link: `${pagePaths.stepUp}?sent=before#code=${SAMPLE_CODE}` } },
  'second-factor-exhausted': { variables: notice },
  'mailbox-proved': {
    variables: [...notice, 'madeWhen', 'madeFrom', 'hasPassword', 'providers', 'passkeys', 'removed', 'removedProviders', 'link'],
    sample: { link: `${pagePaths.notMe}#code=${SAMPLE_TOKEN}` },
  },
} as const satisfies MailRows

export const gateSamples: MailSamples = {
  usual: {
    provider: 'Google',
    madeWhen: Date.UTC(2026, 0, 30, 9, 15),
    madeFrom: { ip: '203.0.113.7', browser: 'Firefox', system: 'Linux' },
    hasPassword: 'yes',
    providers: 'Google, GitHub',
    passkeys: '1',
    removed: 'password passkeys totp recovery providers browsers api-keys organisations',
    removedProviders: 'GitLab',
    by: 'grace@example.org',
  },
  empty: {
    madeFrom: { ip: '', browser: '', system: '' },
    hasPassword: '',
    providers: '',
    passkeys: '',
    removed: '',
    removedProviders: '',
    by: '',
  },
}

type GateMails = typeof gateMails
declare module '../../platform/mail/mail-kinds.ts' {
  interface Mails extends GateMails {}
  interface MailValues {
    readonly madeWhen: number
    readonly madeFrom: ClientLocation
    /** `yes`, or empty. */
    readonly hasPassword: string
    readonly providers: string
    readonly passkeys: string
    /** What the first proof of the mailbox has removed, by kind, separated by spaces. */
    readonly removed: string
    readonly removedProviders: string
    readonly provider: string
    /** The address of the account that did it; empty where it was done on the command line. */
    readonly by: string
  }
}
