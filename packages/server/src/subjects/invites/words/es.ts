import type { Translation } from '../../../platform/pages/words/translation.ts'
import type { invitesErrors } from '../errors.ts'
import type { en } from './en.ts'

export const es: Translation<typeof en, typeof invitesErrors> = {
  errors: {
    missing_token: 'Falta el código de invitación.',
    invite_not_found: 'Esta invitación es desconocida.',
    invite_already_used: 'Esta invitación ya se ha usado.',
    invite_revoked: 'Esta invitación se ha revocado.',
    invite_expired: 'Esta invitación ha caducado.',
    invite_already_exists: 'Ya hay una invitación pendiente para esta dirección.',
  },
  console: {
    may: {
      'invites:write': 'Ver y enviar invitaciones',
    },
    events: {
      'invite.created': 'Invitación enviada',
      'invite.resent': 'Invitación reenviada',
      'invite.revoked': 'Invitación revocada',
      'invite.accepted': 'Invitación aceptada',
    },
  },
}
