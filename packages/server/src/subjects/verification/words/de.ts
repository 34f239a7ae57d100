import type { Translation } from '../../../platform/pages/words/translation.ts'
import type { verificationErrors } from '../errors.ts'
import type { en } from './en.ts'

export const de: Translation<typeof en, typeof verificationErrors> = {
  errors: {
    already_verified: 'Die E-Mail-Adresse ist bereits bestätigt.',
  },
}
