import type { Translation } from '../../../platform/pages/words/translation.ts'
import type { passkeysErrors } from '../errors.ts'
import type { en } from './en.ts'

export const fr: Translation<typeof en, typeof passkeysErrors> = {
  errors: {
    passkey_required: 'Ce compte n’a pas de clé d’accès.',
    passkey_limit: 'Ce compte a atteint le nombre maximal de clés d’accès.',
    passkey_invalid: 'Cette clé d’accès n’a pas pu être utilisée. Veuillez réessayer.',
    passkey_exists: 'Cette clé d’accès est déjà connue.',
    passkey_not_found: 'Cette clé d’accès n’existe pas.',
    passkey_unknown: 'Cette clé d’accès n’appartient à aucun compte.',
    passkey_refused: 'Cette clé d’accès a été refusée.',
  },
  console: {
    events: {
      '2fa.passkey.verified': 'Connexion avec une clé d’accès comme second facteur',
      'passkey.added': 'Clé d’accès ajoutée',
      'passkey.renamed': 'Clé d’accès renommée',
      'passkey.removed': 'Clé d’accès retirée',
      'passkey.login': 'Connexion avec une clé d’accès',
      'passkey.failed': 'Clé d’accès refusée',
      'passkey.counter': 'Clé d’accès avec un ancien compteur',
    },
  },
}
