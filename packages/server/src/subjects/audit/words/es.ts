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
      'audit.erased': 'Se borró lo personal de los eventos de una persona',
      'service.restored': 'La base de datos se sustituyó por una copia anterior',
      'service.secret_lost': 'Se perdió SECRET y rige una clave nueva',
    },
    may: {
      'audit:read': 'Leer el registro',
    },
  },
}
