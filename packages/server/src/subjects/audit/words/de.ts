import type { Translation } from '../../../platform/pages/words/translation.ts'
import { audit } from './de/audit.ts'
import type { en } from './en.ts'

export const de: Translation<typeof en> = {
  console: {
    audit,
    events: {
      'audit.began': 'Ab hier ist das Protokoll versiegelt',
      'audit.withdrawn': 'Ein Ereignis wurde zurückgenommen: seine Mail wurde nie verschickt',
      'audit.expired': 'Alte Ereignisse entfernt',
      'audit.erased': 'Persönliches wurde aus Ereignissen einer Person gelöscht',
      'service.restored': 'Die Datenbank wurde durch eine ältere Kopie ersetzt',
      'service.secret_lost': 'SECRET war verloren, und ein neuer Schlüssel gilt',
    },
    may: {
      'audit:read': 'Protokoll lesen',
    },
  },
}
