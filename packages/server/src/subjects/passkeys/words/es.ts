import type { Translation } from '../../../platform/pages/words/translation.ts'
import type { passkeysErrors } from '../errors.ts'
import type { en } from './en.ts'

export const es: Translation<typeof en, typeof passkeysErrors> = {
  errors: {
    passkey_required: 'Esta cuenta no tiene ninguna llave de acceso.',
    passkey_limit: 'Esta cuenta ya tiene todas las llaves de acceso posibles.',
    passkey_invalid: 'No se ha podido usar esta llave de acceso. Inténtelo de nuevo.',
    passkey_exists: 'Esta llave de acceso ya se conoce.',
    passkey_not_found: 'Esa llave de acceso no existe.',
    passkey_unknown: 'Esta llave de acceso no pertenece a ninguna cuenta.',
    passkey_refused: 'Se ha rechazado esta llave de acceso.',
  },
  console: {
    events: {
      '2fa.passkey.verified': 'Inicio de sesión con llave de acceso como segundo factor',
      'passkey.added': 'Llave de acceso añadida',
      'passkey.renamed': 'Llave de acceso renombrada',
      'passkey.removed': 'Llave de acceso quitada',
      'passkey.login': 'Inicio de sesión con llave de acceso',
      'passkey.failed': 'Llave de acceso rechazada',
      'passkey.counter': 'Llave de acceso con un contador antiguo',
    },
  },
}
