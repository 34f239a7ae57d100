import type { Translation } from '../../../platform/pages/words/translation.ts'
import type { appsErrors } from '../errors.ts'
import type { en } from './en.ts'

export const fr: Translation<typeof en, typeof appsErrors> = {
  errors: {
    app_not_allowed: 'Cette application n’est pas connue ici.',
    invalid_ticket: 'Cette connexion ne correspond pas à ce navigateur. Si les cookies sont bloqués pour ce site, autorisez-les.',
    ticket_expired: 'Cette connexion a pris trop de temps.',
    ticket_used: 'Cette connexion a déjà abouti.',
  },
  console: {
    events: {
      'app.session.created': 'Connexion à une application sur un autre hôte',
    },
  },
}
