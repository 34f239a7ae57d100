import type { Translation } from '../../../platform/pages/words/translation.ts'
import type { en } from './en.ts'
import { keys } from './fr/keys.ts'

export const fr: Translation<typeof en> = {
  console: {
    keys,
    events: {
      'admin.key.created': 'Clé pour un service créée',
      'admin.key.revoked': 'Clé pour un service révoquée',
    },
  },
}
