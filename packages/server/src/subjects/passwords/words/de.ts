import type { Translation } from '../../../platform/pages/words/translation.ts'
import type { passwordsErrors } from '../errors.ts'
import type { en } from './en.ts'

export const de: Translation<typeof en, typeof passwordsErrors> = {
  errors: {
    already_set: 'Dieses Konto hat bereits ein Passwort.',
    password_update_conflict: 'Das Passwort wurde im selben Moment geändert.',
    reset_token_invalid: 'Dieser Link zum Zurücksetzen ist ungültig.',
    reset_token_expired: 'Dieser Link ist abgelaufen.',
    reset_token_already_used: 'Dieser Link zum Zurücksetzen wurde bereits verwendet.',
    invalid_code: 'Dieser Code ist ungültig.',
    code_used: 'Dieser Code wurde bereits verwendet.',
  },
  console: {
    importedPasswords: { title: 'Importierte Passwörter', left: (count) => `${count} noch nicht benutzt` },
    events: {
      'password.reset.requested': 'Neues Passwort angefordert',
      'password.reset.completed': 'Neues Passwort per E-Mail gewählt',
      'password.changed': 'Passwort geändert',
      'password.expired': 'Importiertes Passwort nie benutzt und nun ungültig',
      'password.set': 'Erstes Passwort festgelegt',
    },
  },
}
