import type { Translation } from '../../../platform/pages/words/translation.ts'
import type { factorsErrors } from '../errors.ts'
import type { en } from './en.ts'
import { factors } from './fr/factors.ts'
import { security } from './fr/security.ts'

export const fr: Translation<typeof en, typeof factorsErrors> = {
  errors: {
    two_factor_already_enforced: 'La double authentification est obligatoire pour tous les comptes.',
    totp_not_begun: 'Veuillez recommencer\u202f: aucune application d’authentification n’attend son premier code.',
    totp_not_enabled: 'Ce compte n’a pas d’application d’authentification.',
    two_factor_not_enabled: 'La double authentification est désactivée.',
  },
  console: {
    events: {
      '2fa.enabled': 'Double authentification activée',
      '2fa.disabled': 'Double authentification désactivée',
      '2fa.totp.enabled': 'Application d’authentification ajoutée',
      '2fa.totp.disabled': 'Application d’authentification retirée',
      '2fa.recovery.created': 'Codes de secours créés',
      '2fa.recovery.used': 'Code de secours utilisé',
    },
  },
  security,
  factors,
}
