import type { Translation } from '../../../platform/pages/words/translation.ts'
import type { en } from './en.ts'
import { audit } from './fr/audit.ts'

export const fr: Translation<typeof en> = {
  console: {
    audit,
    events: {
      'audit.began': 'À partir d’ici le journal est scellé',
      'audit.withdrawn': 'Un événement a été retiré : son mail n’a jamais été envoyé',
      'audit.expired': 'Anciens événements supprimés',
      'audit.erased': 'Les données personnelles des événements d’une personne ont été effacées',
      'service.restored': 'La base de données a été remplacée par une copie plus ancienne',
      'service.secret_lost': 'SECRET a été perdu, et une nouvelle clé est en vigueur',
    },
    may: {
      'audit:read': 'Lire le journal',
    },
  },
}
