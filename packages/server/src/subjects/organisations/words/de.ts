import type { Translation } from '../../../platform/pages/words/translation.ts'
import type { organisationsErrors } from '../errors.ts'
import { organisations } from './de/organisations.ts'
import type { en } from './en.ts'

export const de: Translation<typeof en, typeof organisationsErrors> = {
  errors: {
    invalid_name: 'Bitte geben Sie einen Namen mit 1 bis 100 sichtbaren Zeichen ein.',
    invalid_slug:
      'Ein Kurzname hat 2 bis 63 Kleinbuchstaben, Ziffern und einzelne Bindestriche und beginnt und endet mit einem Buchstaben oder einer Ziffer.',
    org_slug_reserved: 'Dieser Kurzname ist dem Dienst vorbehalten.',
    org_slug_exists: 'Dieser Kurzname ist vergeben.',
    org_limit_reached: 'Dieses Konto hat so viele Organisationen, wie es haben kann.',
    org_not_found: 'Diese Organisation gibt es nicht.',
    org_forbidden: 'Ihre Rolle in dieser Organisation erlaubt das nicht.',
    org_member_not_found: 'Dieses Mitglied gibt es nicht.',
    org_member_exists: 'Diese Person ist bereits Mitglied.',
    org_member_limit_reached: 'Diese Organisation hat so viele Mitglieder, wie sie haben kann.',
    cannot_remove_last_owner: 'Eine Organisation braucht einen Inhaber, der sich anmelden kann.',
    org_invite_not_found: 'Diese Einladung ist nicht bekannt.',
    org_invite_used: 'Diese Einladung wurde bereits verwendet.',
    org_invite_revoked: 'Diese Einladung gilt nicht mehr.',
    org_invite_expired: 'Diese Einladung ist abgelaufen.',
    org_invite_exists: 'Für diese Adresse gibt es bereits eine offene Einladung.',
    org_invite_limit: 'Diese Organisation hat so viele offene Einladungen, wie sie haben kann.',
    org_invite_email_mismatch: 'Diese Einladung gilt für eine andere E-Mail-Adresse.',
    email_not_verified: 'Bitte bestätigen Sie zuerst Ihre E-Mail-Adresse.',
  },
  console: {
    may: {
      'orgs:read': 'Organisationen ansehen',
      'orgs:write': 'Organisationen ändern',
    },
    events: {
      'org.created': 'Organisation erstellt',
      'org.updated': 'Organisation geändert',
      'org.deleted': 'Organisation gelöscht',
      'org.member.added': 'Einer Organisation beigetreten',
      'org.member.removed': 'Aus einer Organisation entfernt',
      'org.member.left': 'Eine Organisation verlassen',
      'org.member.role_changed': 'Rolle in einer Organisation geändert',
      'org.owner.transferred': 'Inhaberschaft übergeben',
      'org.invite.created': 'Einladung in eine Organisation gesendet',
      'org.invite.resent': 'Einladung in eine Organisation erneut gesendet',
      'org.invite.revoked': 'Einladung in eine Organisation zurückgezogen',
      'org.invite.accepted': 'Einladung in eine Organisation angenommen',
      'org.invite.declined': 'Einladung in eine Organisation abgelehnt',
      'admin.org.deleted': 'Organisation von einem Administrator gelöscht',
      'admin.org.owner_set': 'Inhaber von einem Administrator bestimmt',
    },
  },
  organisations,
}
