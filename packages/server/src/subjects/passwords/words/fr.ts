import type { Translation } from '../../../platform/pages/words/translation.ts'
import type { passwordsErrors } from '../errors.ts'
import type { en } from './en.ts'

export const fr: Translation<typeof en, typeof passwordsErrors> = {
  errors: {
    already_set: 'Ce compte a déjà un mot de passe.',
    password_update_conflict: 'Le mot de passe a été modifié au même moment.',
    reset_token_invalid: 'Ce lien de réinitialisation n’est pas valide.',
    reset_token_expired: 'Ce lien a expiré.',
    reset_token_already_used: 'Ce lien de réinitialisation a déjà été utilisé.',
    invalid_code: 'Ce code n’est pas valide.',
    code_used: 'Ce code a déjà été utilisé.',
  },
  console: {
    importedPasswords: { title: 'Mots de passe importés', left: (count) => `${count} pas encore utilisés` },
    events: {
      'password.reset.requested': 'Nouveau mot de passe demandé',
      'password.reset.completed': 'Nouveau mot de passe choisi par e-mail',
      'password.changed': 'Mot de passe modifié',
      'password.expired': 'Le mot de passe importé n’a jamais servi et n’est plus valable',
      'password.set': 'Premier mot de passe défini',
    },
  },
}
