import type { Translation } from '../../../platform/pages/words/translation.ts'
import type { accountsErrors } from '../errors.ts'
import { account } from './de/account.ts'
import { publicPages } from './de/public.ts'
import type { en } from './en.ts'

export const de: Translation<typeof en, typeof accountsErrors> = {
  errors: {
    password_account: 'Dieses Konto hat ein Passwort.',
    delete_code_invalid: 'Dieser Löschcode ist ungültig.',
    delete_code_expired: 'Dieser Löschcode ist abgelaufen.',
    delete_code_already_used: 'Dieser Löschcode wurde bereits verwendet.',
  },
  console: {
    events: {
      'account.deleted': 'Konto gelöscht',
      'user.renamed': 'Name geändert',
      'account.exported': 'Daten exportiert',
    },
  },
  ...publicPages,
  account,
}
