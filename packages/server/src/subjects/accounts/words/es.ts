import type { Translation } from '../../../platform/pages/words/translation.ts'
import type { accountsErrors } from '../errors.ts'
import type { en } from './en.ts'
import { account } from './es/account.ts'
import { publicPages } from './es/public.ts'

export const es: Translation<typeof en, typeof accountsErrors> = {
  errors: {
    password_account: 'Esta cuenta tiene contraseña.',
    delete_code_invalid: 'Este código de eliminación no es válido.',
    delete_code_expired: 'Este código de eliminación ha caducado.',
    delete_code_already_used: 'Este código de eliminación ya se ha usado.',
  },
  console: {
    events: {
      'account.deleted': 'Cuenta eliminada',
      'user.renamed': 'Nombre cambiado',
      'account.exported': 'Datos exportados',
    },
  },
  ...publicPages,
  account,
}
