import { factors } from './en/factors.ts'
import { security } from './en/security.ts'

export const en = {
  console: {
    events: {
      '2fa.enabled': 'Two-factor sign-in switched on',
      '2fa.disabled': 'Two-factor sign-in switched off',
      '2fa.totp.enabled': 'Authenticator app added',
      '2fa.totp.disabled': 'Authenticator app removed',
      '2fa.recovery.created': 'Recovery codes made',
      '2fa.recovery.used': 'Recovery code used',
    },
  },
  security,
  factors,
}

type Words = Omit<typeof en, 'console'>
declare module '../../../platform/pages/words/catalogues.ts' {
  interface Messages extends Words {}
}
