import type { Translation } from '../../../platform/pages/words/translation.ts'
import type { en } from './en.ts'
import { audit } from './fr/audit.ts'

export const fr: Translation<typeof en> = {
  console: {
    audit,
    events: {
      'audit.began': 'À partir d’ici le journal est scellé',
    },
    may: {
      'audit:read': 'Lire le journal',
    },
  },
}
