import type { Translation } from '../../../platform/pages/words/translation.ts'
import { keys } from './de/keys.ts'
import type { en } from './en.ts'

export const de: Translation<typeof en> = {
  console: {
    keys,
    events: {
      'admin.key.created': 'Schlüssel für ein Backend erstellt',
      'admin.key.revoked': 'Schlüssel für ein Backend widerrufen',
    },
  },
}
