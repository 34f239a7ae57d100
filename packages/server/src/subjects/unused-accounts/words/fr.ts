import type { Translation } from '../../../platform/pages/words/translation.ts'
import type { en } from './en.ts'

export const fr: Translation<typeof en> = {
  console: {
    unusedAccounts: {
      title: 'Comptes qui seront supprimés',
      unverified: (count) => `${count} jamais confirmés`,
      inactive: (count) => `${count} inactifs, si personne ne se connecte`,
    },
    events: {
      'account.inactive': 'Annonce par e-mail que le compte inutilisé sera supprimé',
    },
  },
}
