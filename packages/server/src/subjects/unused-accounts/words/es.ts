import type { Translation } from '../../../platform/pages/words/translation.ts'
import type { en } from './en.ts'

export const es: Translation<typeof en> = {
  console: {
    unusedAccounts: {
      title: 'Cuentas que se eliminarán',
      unverified: (count) => `${count} nunca confirmadas`,
      inactive: (count) => `${count} inactivas, si nadie inicia sesión`,
    },
    events: {
      'account.inactive': 'Aviso por correo de que la cuenta sin uso se eliminará',
    },
  },
}
