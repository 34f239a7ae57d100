import type { Translation } from '../../../platform/pages/words/translation.ts'
import type { emailChangeErrors } from '../errors.ts'
import type { en } from './en.ts'
import { lifecycle } from './es/lifecycle.ts'

export const es: Translation<typeof en, typeof emailChangeErrors> = {
  errors: {
    same_email: 'Esta ya es la dirección de correo de la cuenta.',
    email_change_conflict: 'Un administrador ha cambiado entretanto la dirección de correo.',
  },
  console: {
    events: {
      'email.change.requested': 'Cambio de dirección de correo solicitado',
      'email.change.confirmed': 'Cambio de dirección de correo confirmado en un buzón',
      'email.change.cancelled': 'Cambio de dirección de correo cancelado',
      'email.changed': 'Dirección de correo cambiada',
      'email.change.reverted': 'Cambio de dirección de correo deshecho',
    },
  },
  lifecycle,
}
