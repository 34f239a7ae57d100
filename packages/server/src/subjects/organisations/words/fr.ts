import type { Translation } from '../../../platform/pages/words/translation.ts'
import type { organisationsErrors } from '../errors.ts'
import type { en } from './en.ts'
import { organisations } from './fr/organisations.ts'

export const fr: Translation<typeof en, typeof organisationsErrors> = {
  errors: {
    invalid_name: 'Veuillez saisir un nom de 1 à 100 caractères visibles.',
    invalid_slug:
      'Un nom court compte de 2 à 63 lettres minuscules, chiffres et tirets isolés, et commence et finit par une lettre ou un chiffre.',
    org_slug_reserved: 'Ce nom court est réservé au service.',
    org_slug_exists: 'Ce nom court est déjà pris.',
    org_limit_reached: 'Ce compte a déjà le nombre maximal d’organisations.',
    org_not_found: 'Cette organisation n’existe pas.',
    org_forbidden: 'Votre rôle dans cette organisation ne le permet pas.',
    org_member_not_found: 'Ce membre n’existe pas.',
    org_member_exists: 'Cette personne est déjà membre.',
    org_member_limit_reached: 'Cette organisation compte déjà le nombre maximal de membres.',
    cannot_remove_last_owner: 'Une organisation a besoin d’un propriétaire qui puisse se connecter.',
    org_invite_not_found: 'Cette invitation est inconnue.',
    org_invite_used: 'Cette invitation a déjà été utilisée.',
    org_invite_revoked: 'Cette invitation n’est plus valable.',
    org_invite_expired: 'Cette invitation a expiré.',
    org_invite_exists: 'Une invitation est déjà en attente pour cette adresse.',
    org_invite_limit: 'Cette organisation compte déjà le nombre maximal d’invitations en attente.',
    org_invite_email_mismatch: 'Cette invitation est destinée à une autre adresse e-mail.',
    email_not_verified: 'Veuillez d’abord confirmer votre adresse e-mail.',
  },
  console: {
    may: {
      'orgs:read': 'Voir les organisations',
      'orgs:write': 'Modifier les organisations',
    },
    events: {
      'org.created': 'Organisation créée',
      'org.updated': 'Organisation modifiée',
      'org.deleted': 'Organisation supprimée',
      'org.member.added': 'A rejoint une organisation',
      'org.member.removed': 'Retiré d’une organisation',
      'org.member.left': 'A quitté une organisation',
      'org.member.role_changed': 'Rôle dans une organisation modifié',
      'org.owner.transferred': 'Propriété transférée',
      'org.invite.created': 'Invitation à une organisation envoyée',
      'org.invite.resent': 'Invitation à une organisation renvoyée',
      'org.invite.revoked': 'Invitation à une organisation révoquée',
      'org.invite.accepted': 'Invitation à une organisation acceptée',
      'org.invite.declined': 'Invitation à une organisation refusée',
      'admin.org.deleted': 'Organisation supprimée par un administrateur',
      'admin.org.owner_set': 'Propriétaire désigné par un administrateur',
    },
  },
  organisations,
}
