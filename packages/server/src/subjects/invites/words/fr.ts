import type { Translation } from '../../../platform/pages/words/translation.ts'
import type { invitesErrors } from '../errors.ts'
import type { en } from './en.ts'

export const fr: Translation<typeof en, typeof invitesErrors> = {
  errors: {
    missing_token: 'Le code d’invitation est absent.',
    invite_not_found: 'Cette invitation est inconnue.',
    invite_already_used: 'Cette invitation a déjà été utilisée.',
    invite_revoked: 'Cette invitation a été révoquée.',
    invite_expired: 'Cette invitation a expiré.',
    invite_already_exists: 'Une invitation est déjà en attente pour cette adresse.',
  },
  console: {
    may: {
      'invites:write': 'Voir et envoyer des invitations',
    },
    events: {
      'invite.created': 'Invitation envoyée',
      'invite.resent': 'Invitation renvoyée',
      'invite.revoked': 'Invitation révoquée',
      'invite.accepted': 'Invitation acceptée',
    },
  },
}
