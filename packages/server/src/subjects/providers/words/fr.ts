import type { Translation } from '../../../platform/pages/words/translation.ts'
import type { providersErrors } from '../errors.ts'
import type { en } from './en.ts'

export const fr: Translation<typeof en, typeof providersErrors> = {
  errors: {
    provider_not_found: 'Ce fournisseur de connexion n’existe pas.',
    provider_not_linked: 'Ce fournisseur n’est pas associé au compte.',
    provider_error: 'Le fournisseur de connexion n’a pas répondu comme prévu.',
    access_denied: 'La connexion a été annulée chez le fournisseur.',
    already_linked: 'Ce compte du fournisseur est déjà associé.',
    cannot_unlink_last_provider: 'C’est le seul moyen de se connecter à ce compte.',
    invalid_state: 'La connexion n’a pas pu être rattachée à ce navigateur.',
    state_used: 'Cette connexion a déjà abouti.',
    state_expired: 'La connexion a pris trop de temps.',
  },
  console: {
    events: {
      'oauth.login': 'Connexion avec un fournisseur',
      'oauth.linked': 'Fournisseur associé',
      'oauth.unlinked': 'Fournisseur dissocié',
    },
  },
}
