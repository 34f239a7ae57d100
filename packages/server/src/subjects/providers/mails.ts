import { type MailRows, notice } from '../../platform/mail/mail-kinds.ts'

export const providersMails = {
  'provider-linked': { variables: [...notice, 'provider'] },
  'provider-unlinked': { variables: [...notice, 'provider'] },
} as const satisfies MailRows

type ProvidersMails = typeof providersMails
declare module '../../platform/mail/mail-kinds.ts' {
  interface Mails extends ProvidersMails {}
}
