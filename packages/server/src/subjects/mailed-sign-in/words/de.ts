import type { Translation } from '../../../platform/pages/words/translation.ts'
import type { en } from './en.ts'

export const de: Translation<typeof en> = {
  console: { events: { 'login.code.requested': 'Code zur Anmeldung angefordert' } },
}
