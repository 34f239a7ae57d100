import type { Translation } from '../../../platform/pages/words/translation.ts'
import type { appsErrors } from '../errors.ts'
import type { en } from './en.ts'

export const de: Translation<typeof en, typeof appsErrors> = {
  errors: {
    app_not_allowed: 'Diese Anwendung ist hier nicht bekannt.',
    invalid_ticket:
      'Diese Anmeldung gehört nicht zu diesem Browser. Falls Cookies für diese Seite blockiert sind, erlauben Sie sie.',
    ticket_expired: 'Diese Anmeldung hat zu lange gedauert.',
    ticket_used: 'Diese Anmeldung wurde bereits abgeschlossen.',
  },
  console: {
    events: {
      'app.session.created': 'Bei einer Anwendung auf einem anderen Host angemeldet',
    },
  },
}
