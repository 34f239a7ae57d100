import { pagePaths } from '../../gate/page-paths.ts'
import { type ClientLocation, type MailRows, notice } from '../../platform/mail/mail-kinds.ts'
import { type MailSamples, SAMPLE_TOKEN } from '../../platform/mail/mail-samples.ts'

const HOUR_MS = 3_600_000

export const devicesMails = {
  'new-device': {
    variables: [...notice, 'place', 'way', 'provider', 'link', 'expiresIn'],
    sample: { link: `${pagePaths.notMe}#code=${SAMPLE_TOKEN}`, expiresIn: 72 * HOUR_MS },
  },
} as const satisfies MailRows

export const devicesSamples: MailSamples = {
  usual: { place: { ip: '203.0.113.7', browser: 'Firefox', system: 'Linux' }, way: 'passkey' },
  empty: {},
}

type DevicesMails = typeof devicesMails
declare module '../../platform/mail/mail-kinds.ts' {
  interface Mails extends DevicesMails {}
  interface MailValues {
    readonly place: ClientLocation
    /** How the visitor signed in. */
    readonly way: 'password' | 'passkey' | 'provider' | 'invite' | 'mailbox'
  }
}
