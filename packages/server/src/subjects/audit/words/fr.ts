import type { Translation } from '../../../platform/pages/words/translation.ts'
import type { en } from './en.ts'
import { audit } from './fr/audit.ts'

export const fr: Translation<typeof en> = {
  console: {
    audit,
    may: {
      'audit:read': 'Lire le journal',
    },
  },
}
