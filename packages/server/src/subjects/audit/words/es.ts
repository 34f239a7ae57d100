import type { Translation } from '../../../platform/pages/words/translation.ts'
import type { en } from './en.ts'
import { audit } from './es/audit.ts'

export const es: Translation<typeof en> = {
  console: {
    audit,
    events: {
      'audit.began': 'Desde aquí el registro está sellado',
    },
    may: {
      'audit:read': 'Leer el registro',
    },
  },
}
