import { type MailRows, notice } from '../../platform/mail/mail-kinds.ts'
import type { MailSamples } from '../../platform/mail/mail-samples.ts'

export const factorsMails = {
  'two-factor-enabled': { variables: notice },
  'two-factor-disabled': { variables: notice },
  'factors-changed': { variables: [...notice, 'change'] },
  'recovery-code-used': { variables: [...notice, 'remaining'] },
} as const satisfies MailRows

/** What the owner of an account is told about its second factors and passkeys. */
export const FACTOR_CHANGES = [
  'totp-enabled',
  'totp-disabled',
  'passkey-added',
  'passkey-removed',
  'last-passkey-removed',
  'passkey-gate-enabled',
  'passkey-gate-disabled',
  'recovery-codes',
  'factors-reset',
  'passkey-refused',
] as const
export type FactorChange = (typeof FACTOR_CHANGES)[number]

export const factorsSamples: MailSamples = { usual: { change: 'totp-enabled', remaining: '7' }, empty: {} }

type FactorsMails = typeof factorsMails
declare module '../../platform/mail/mail-kinds.ts' {
  interface Mails extends FactorsMails {}
  interface MailValues {
    /** What was changed about the second factors. */
    readonly change: FactorChange
    /** How many recovery codes are left. */
    readonly remaining: string
  }
}
