import type { Translation } from '../../../platform/pages/words/translation.ts'
import type { invitesErrors } from '../errors.ts'
import type { en } from './en.ts'

export const de: Translation<typeof en, typeof invitesErrors> = {
  errors: {
    missing_token: 'Der Einladungscode fehlt.',
    invite_not_found: 'Diese Einladung ist nicht bekannt.',
    invite_already_used: 'Diese Einladung wurde bereits verwendet.',
    invite_revoked: 'Diese Einladung wurde zurückgezogen.',
    invite_expired: 'Diese Einladung ist abgelaufen.',
    invite_already_exists: 'Für diese Adresse gibt es bereits eine offene Einladung.',
  },
  console: {
    may: {
      'invites:write': 'Einladungen ansehen und senden',
    },
    events: {
      'invite.created': 'Einladung gesendet',
      'invite.resent': 'Einladung erneut gesendet',
      'invite.revoked': 'Einladung zurückgezogen',
      'invite.accepted': 'Einladung angenommen',
    },
  },
}
