import type { Translation } from '../../../platform/pages/words/translation.ts'
import type { emailChangeErrors } from '../errors.ts'
import type { en } from './en.ts'
import { lifecycle } from './fr/lifecycle.ts'

export const fr: Translation<typeof en, typeof emailChangeErrors> = {
  errors: {
    same_email: 'C’est déjà l’adresse e-mail du compte.',
    email_change_conflict: 'L’adresse e-mail a été modifiée entre-temps par un administrateur.',
  },
  console: {
    events: {
      'email.change.requested': 'Changement d’adresse e-mail demandé',
      'email.change.confirmed': 'Changement d’adresse e-mail confirmé dans une boîte',
      'email.change.cancelled': 'Changement d’adresse e-mail annulé',
      'email.changed': 'Adresse e-mail modifiée',
      'email.change.reverted': 'Changement d’adresse e-mail rétabli',
    },
  },
  lifecycle,
}
