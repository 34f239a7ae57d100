import type { Translation } from '../../../platform/pages/words/translation.ts'
import type { en } from './en.ts'

export const es: Translation<typeof en> = {
  console: { events: { 'login.code.requested': 'Código para iniciar sesión solicitado' } },
}
