import type { Translation } from '../../../platform/pages/words/translation.ts'
import type { emailChangeErrors } from '../errors.ts'
import { lifecycle } from './de/lifecycle.ts'
import type { en } from './en.ts'

export const de: Translation<typeof en, typeof emailChangeErrors> = {
  errors: {
    same_email: 'Das ist bereits die E-Mail-Adresse des Kontos.',
    email_change_conflict: 'Die E-Mail-Adresse wurde inzwischen von einem Administrator geändert.',
  },
  console: {
    events: {
      'email.change.requested': 'Änderung der E-Mail-Adresse angefordert',
      'email.change.confirmed': 'Änderung der E-Mail-Adresse in einem Postfach bestätigt',
      'email.change.cancelled': 'Änderung der E-Mail-Adresse abgebrochen',
      'email.changed': 'E-Mail-Adresse geändert',
      'email.change.reverted': 'Änderung der E-Mail-Adresse rückgängig gemacht',
    },
  },
  lifecycle,
}
