import type { Translation } from '../../../platform/pages/words/translation.ts'
import type { passwordsErrors } from '../errors.ts'
import type { en } from './en.ts'

export const es: Translation<typeof en, typeof passwordsErrors> = {
  errors: {
    already_set: 'Esta cuenta ya tiene contraseña.',
    password_update_conflict: 'La contraseña se ha cambiado en ese mismo momento.',
    reset_token_invalid: 'Este enlace de restablecimiento no es válido.',
    reset_token_expired: 'Este enlace ha caducado.',
    reset_token_already_used: 'Este enlace de restablecimiento ya se ha usado.',
    invalid_code: 'Este código no es válido.',
    code_used: 'Este código ya se ha usado.',
  },
  console: {
    importedPasswords: { title: 'Contraseñas importadas', left: (count) => `${count} sin usar todavía` },
    events: {
      'password.reset.requested': 'Contraseña nueva solicitada',
      'password.reset.completed': 'Contraseña nueva elegida por correo',
      'password.changed': 'Contraseña cambiada',
      'password.expired': 'La contraseña importada no se usó nunca y ya no vale',
      'password.set': 'Primera contraseña creada',
    },
  },
}
