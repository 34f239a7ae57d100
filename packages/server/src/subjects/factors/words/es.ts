import type { Translation } from '../../../platform/pages/words/translation.ts'
import type { factorsErrors } from '../errors.ts'
import type { en } from './en.ts'
import { factors } from './es/factors.ts'
import { security } from './es/security.ts'

export const es: Translation<typeof en, typeof factorsErrors> = {
  errors: {
    two_factor_already_enforced: 'La verificación en dos pasos es obligatoria para todas las cuentas.',
    totp_not_begun: 'Empiece de nuevo: ninguna aplicación de autenticación espera su primer código.',
    totp_not_enabled: 'Esta cuenta no tiene ninguna aplicación de autenticación.',
    two_factor_not_enabled: 'La verificación en dos pasos está desactivada.',
  },
  console: {
    events: {
      '2fa.enabled': 'Verificación en dos pasos activada',
      '2fa.disabled': 'Verificación en dos pasos desactivada',
      '2fa.totp.enabled': 'Aplicación de autenticación añadida',
      '2fa.totp.disabled': 'Aplicación de autenticación quitada',
      '2fa.recovery.created': 'Códigos de recuperación creados',
      '2fa.recovery.used': 'Código de recuperación usado',
    },
  },
  security,
  factors,
}
