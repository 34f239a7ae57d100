import type { Translation } from '../../../platform/pages/words/translation.ts'
import { audit } from './de/audit.ts'
import type { en } from './en.ts'

export const de: Translation<typeof en> = {
  console: {
    audit,
    events: {
      'audit.began': 'Ab hier ist das Protokoll versiegelt',
    },
    may: {
      'audit:read': 'Protokoll lesen',
    },
  },
}
