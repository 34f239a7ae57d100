import type { Translation } from '../../../platform/pages/words/translation.ts'
import type { administrationErrors } from '../errors.ts'
import { consoleWords } from './de/console.ts'
import { dashboard } from './de/dashboard.ts'
import { user } from './de/user.ts'
import type { en } from './en.ts'

export const de: Translation<typeof en, typeof administrationErrors> = {
  errors: {
    already_banned: 'Dieses Konto ist bereits gesperrt.',
    not_banned: 'Dieses Konto ist nicht gesperrt.',
    admin_factor_missing:
      'Dieses Konto kann nichts vorzeigen als sein Postfach, und damit öffnet sich keine Konsole. Wem es gehört, muss sich erst anmelden und einen Passkey oder eine Authenticator-App hinzufügen.',
    invalid_role: 'Diese Rolle gibt es nicht.',
  },
  console: {
    ...consoleWords,
    user,
    dashboard,
    may: {
      'users:read': 'Konten und ihre Sitzungen ansehen',
      'users:write': 'Konten ändern',
      'sessions:write': 'Sitzungen beenden',
    },
    events: {
      'admin.user.created': 'Konto von einem Administrator erstellt',
      'admin.user.renamed': 'Name von einem Administrator geändert',
      'admin.user.email_changed': 'E-Mail-Adresse von einem Administrator geändert',
      'admin.user.verified': 'Adresse von einem Administrator bestätigt',
      'admin.user.reset_sent': 'Link zum Zurücksetzen von einem Administrator gesendet',
      'admin.user.role_changed': 'Rolle geändert',
      'admin.user.scopes_changed': 'Rechte eines Administrators geändert',
      'admin.user.factors_reset': 'Zweite Faktoren von einem Administrator zurückgesetzt',
      'admin.user.banned': 'Konto gesperrt',
      'admin.user.unbanned': 'Sperre aufgehoben',
      'admin.user.deleted': 'Konto von einem Administrator gelöscht',
      'admin.user.sessions_revoked': 'Alle Sitzungen von einem Administrator beendet',
    },
  },
}
