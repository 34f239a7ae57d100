import type { Translation } from '../../../platform/pages/words/translation.ts'
import type { accountsErrors } from '../errors.ts'
import type { en } from './en.ts'
import { account } from './fr/account.ts'
import { publicPages } from './fr/public.ts'

export const fr: Translation<typeof en, typeof accountsErrors> = {
  errors: {
    password_account: 'Ce compte a un mot de passe.',
    delete_code_invalid: 'Ce code de suppression n’est pas valide.',
    delete_code_expired: 'Ce code de suppression a expiré.',
    delete_code_already_used: 'Ce code de suppression a déjà été utilisé.',
  },
  console: {
    events: {
      'account.deleted': 'Compte supprimé',
      'user.renamed': 'Nom modifié',
      'account.exported': 'Données exportées',
    },
  },
  ...publicPages,
  account,
}
