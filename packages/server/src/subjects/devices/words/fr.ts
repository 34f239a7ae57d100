import type { Translation } from '../../../platform/pages/words/translation.ts'
import type { devicesErrors } from '../errors.ts'
import type { en } from './en.ts'

export const fr: Translation<typeof en, typeof devicesErrors> = {
  errors: {
    device_not_found: 'Ce navigateur approuvé n’existe pas.',
  },
  console: {
    events: {
      'device.trusted': 'Navigateur approuvé',
      'device.revoked': 'Approbation d’un navigateur retirée',
      'device.new': 'Connexion sur un nouvel appareil',
      'device.reported': 'Connexion signalée\u202f: ce n’était pas moi',
    },
  },
}
