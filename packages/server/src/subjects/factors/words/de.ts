import type { Translation } from '../../../platform/pages/words/translation.ts'
import type { factorsErrors } from '../errors.ts'
import { factors } from './de/factors.ts'
import { security } from './de/security.ts'
import type { en } from './en.ts'

export const de: Translation<typeof en, typeof factorsErrors> = {
  errors: {
    two_factor_already_enforced: 'Die Zwei-Faktor-Anmeldung ist für alle Konten Pflicht.',
    totp_not_begun: 'Bitte beginnen Sie neu: Keine Authenticator-App wartet auf ihren ersten Code.',
    totp_not_enabled: 'Dieses Konto hat keine Authenticator-App.',
    two_factor_not_enabled: 'Die Zwei-Faktor-Anmeldung ist ausgeschaltet.',
  },
  console: {
    events: {
      '2fa.enabled': 'Zwei-Faktor-Anmeldung eingeschaltet',
      '2fa.disabled': 'Zwei-Faktor-Anmeldung ausgeschaltet',
      '2fa.totp.enabled': 'Authenticator-App hinzugefügt',
      '2fa.totp.disabled': 'Authenticator-App entfernt',
      '2fa.recovery.created': 'Wiederherstellungscodes erstellt',
      '2fa.recovery.used': 'Wiederherstellungscode benutzt',
    },
  },
  security,
  factors,
}
