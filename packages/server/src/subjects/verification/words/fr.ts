import type { Translation } from '../../../platform/pages/words/translation.ts'
import type { verificationErrors } from '../errors.ts'
import type { en } from './en.ts'

export const fr: Translation<typeof en, typeof verificationErrors> = {
  errors: {
    already_verified: 'L’adresse e-mail est déjà confirmée.',
  },
}
