import type { Translation } from '../../../platform/pages/words/translation.ts'
import type { verificationErrors } from '../errors.ts'
import type { en } from './en.ts'

export const es: Translation<typeof en, typeof verificationErrors> = {
  errors: {
    already_verified: 'El correo electrónico ya está confirmado.',
  },
}
