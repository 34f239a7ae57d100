import type { Translation } from '../../../platform/pages/words/translation.ts'
import type { appsErrors } from '../errors.ts'
import type { en } from './en.ts'

export const es: Translation<typeof en, typeof appsErrors> = {
  errors: {
    app_not_allowed: 'Aquí no se conoce esta aplicación.',
    invalid_ticket:
      'Este inicio de sesión no corresponde a este navegador. Si las cookies están bloqueadas para este sitio, permítelas.',
    ticket_expired: 'Este inicio de sesión ha tardado demasiado.',
    ticket_used: 'Este inicio de sesión ya se ha completado.',
  },
  console: {
    events: {
      'app.session.created': 'Inicio de sesión en una aplicación de otro host',
    },
  },
}
