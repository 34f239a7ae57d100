import type { Translation } from '../../../platform/pages/words/translation.ts'
import type { en } from './en.ts'

export const fr: Translation<typeof en> = {
  console: { events: { 'login.code.requested': 'Code de connexion demandé' } },
}
