import type { Translation } from '../../../platform/pages/words/translation.ts'
import type { devicesErrors } from '../errors.ts'
import type { en } from './en.ts'

export const es: Translation<typeof en, typeof devicesErrors> = {
  errors: {
    device_not_found: 'Ese navegador de confianza no existe.',
  },
  console: {
    events: {
      'device.trusted': 'Navegador marcado como de confianza',
      'device.revoked': 'Confianza en un navegador retirada',
      'device.new': 'Inicio de sesión en un dispositivo nuevo',
      'device.reported': 'Inicio de sesión denunciado: no he sido yo',
    },
  },
}
