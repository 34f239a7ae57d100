import type { Translation } from '../../../platform/pages/words/translation.ts'
import type { devicesErrors } from '../errors.ts'
import type { en } from './en.ts'

export const de: Translation<typeof en, typeof devicesErrors> = {
  errors: {
    device_not_found: 'Diesen vertrauenswürdigen Browser gibt es nicht.',
  },
  console: {
    events: {
      'device.trusted': 'Browser als vertrauenswürdig markiert',
      'device.revoked': 'Vertrauen in einen Browser beendet',
      'device.new': 'Anmeldung auf einem neuen Gerät',
      'device.reported': 'Anmeldung gemeldet: Das war ich nicht',
    },
  },
}
