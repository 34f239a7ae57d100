import type { Translation } from '../../../platform/pages/words/translation.ts'
import type { en } from './en.ts'
import { keys } from './es/keys.ts'

export const es: Translation<typeof en> = {
  console: {
    keys,
    events: {
      'admin.key.created': 'Clave para un servicio creada',
      'admin.key.revoked': 'Clave para un servicio revocada',
    },
  },
}
