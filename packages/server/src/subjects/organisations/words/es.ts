import type { Translation } from '../../../platform/pages/words/translation.ts'
import type { organisationsErrors } from '../errors.ts'
import type { en } from './en.ts'
import { organisations } from './es/organisations.ts'

export const es: Translation<typeof en, typeof organisationsErrors> = {
  errors: {
    invalid_name: 'Introduzca un nombre de 1 a 100 caracteres visibles.',
    invalid_slug:
      'Un nombre corto tiene de 2 a 63 letras minúsculas, cifras y guiones sueltos, y empieza y termina con una letra o una cifra.',
    org_slug_reserved: 'Este nombre corto está reservado para el servicio.',
    org_slug_exists: 'Este nombre corto ya está en uso.',
    org_limit_reached: 'Esta cuenta ya tiene el máximo de organizaciones.',
    org_not_found: 'Esta organización no existe.',
    org_forbidden: 'Su rol en esta organización no lo permite.',
    org_member_not_found: 'Este miembro no existe.',
    org_member_exists: 'Esta persona ya es miembro.',
    org_member_limit_reached: 'Esta organización ya tiene el máximo de miembros.',
    cannot_remove_last_owner: 'Una organización necesita un propietario que pueda iniciar sesión.',
    org_invite_not_found: 'Esta invitación es desconocida.',
    org_invite_used: 'Esta invitación ya se ha usado.',
    org_invite_revoked: 'Esta invitación ya no es válida.',
    org_invite_expired: 'Esta invitación ha caducado.',
    org_invite_exists: 'Ya hay una invitación pendiente para esta dirección.',
    org_invite_limit: 'Esta organización ya tiene el máximo de invitaciones pendientes.',
    org_invite_email_mismatch: 'Esta invitación es para otro correo electrónico.',
    email_not_verified: 'Confirme primero su correo electrónico.',
  },
  console: {
    may: {
      'orgs:read': 'Ver organizaciones',
      'orgs:write': 'Cambiar organizaciones',
    },
    events: {
      'org.created': 'Organización creada',
      'org.updated': 'Organización modificada',
      'org.deleted': 'Organización eliminada',
      'org.member.added': 'Se unió a una organización',
      'org.member.removed': 'Quitado de una organización',
      'org.member.left': 'Dejó una organización',
      'org.member.role_changed': 'Rol en una organización cambiado',
      'org.owner.transferred': 'Propiedad transferida',
      'org.invite.created': 'Invitación a una organización enviada',
      'org.invite.resent': 'Invitación a una organización reenviada',
      'org.invite.revoked': 'Invitación a una organización revocada',
      'org.invite.accepted': 'Invitación a una organización aceptada',
      'org.invite.declined': 'Invitación a una organización rechazada',
      'admin.org.deleted': 'Organización eliminada por un administrador',
      'admin.org.owner_set': 'Propietario nombrado por un administrador',
    },
  },
  organisations,
}
