import type { Translation } from '../../../platform/pages/words/translation.ts'
import type { administrationErrors } from '../errors.ts'
import type { en } from './en.ts'
import { consoleWords } from './fr/console.ts'
import { dashboard } from './fr/dashboard.ts'
import { user } from './fr/user.ts'

export const fr: Translation<typeof en, typeof administrationErrors> = {
  errors: {
    already_banned: 'Ce compte est déjà suspendu.',
    not_banned: 'Ce compte n’est pas suspendu.',
    admin_factor_missing:
      'Ce compte ne peut montrer que sa boîte aux lettres, ce qui n’ouvre aucune console. Son titulaire doit d’abord se connecter et ajouter une clé d’accès ou une application d’authentification.',
    invalid_role: 'Ce rôle n’existe pas.',
  },
  console: {
    ...consoleWords,
    user,
    dashboard,
    may: {
      'users:read': 'Voir les comptes et leurs sessions',
      'users:write': 'Modifier les comptes',
      'sessions:write': 'Fermer des sessions',
    },
    events: {
      'admin.user.created': 'Compte créé par un administrateur',
      'admin.user.renamed': 'Nom modifié par un administrateur',
      'admin.user.email_changed': 'Adresse e-mail modifiée par un administrateur',
      'admin.user.verified': 'Adresse confirmée par un administrateur',
      'admin.user.reset_sent': 'Lien de réinitialisation envoyé par un administrateur',
      'admin.user.role_changed': 'Rôle modifié',
      'admin.user.scopes_changed': 'Droits d’un administrateur modifiés',
      'admin.user.factors_reset': 'Seconds facteurs réinitialisés par un administrateur',
      'admin.user.banned': 'Compte suspendu',
      'admin.user.unbanned': 'Suspension levée',
      'admin.user.deleted': 'Compte supprimé par un administrateur',
      'admin.user.sessions_revoked': 'Toutes les sessions fermées par un administrateur',
    },
  },
}
