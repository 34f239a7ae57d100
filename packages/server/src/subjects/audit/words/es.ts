import type { Translation } from '../../../platform/pages/words/translation.ts'
import type { en } from './en.ts'
import { audit } from './es/audit.ts'

export const es: Translation<typeof en> = {
  console: {
    audit,
    events: {
      'audit.began': 'Desde aquí el registro está sellado',
      'audit.withdrawn': 'Un evento se retiró: su correo nunca se envió',
      'audit.expired': 'Eventos antiguos eliminados',
    },
    may: {
      'audit:read': 'Leer el registro',
    },
  },
}
