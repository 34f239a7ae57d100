import type { Translation } from '../../../platform/pages/words/translation.ts'
import type { en } from './en.ts'

export const de: Translation<typeof en> = {
  console: {
    unusedAccounts: {
      title: 'Konten, die gelöscht werden',
      unverified: (count) => `${count} nie bestätigt`,
      inactive: (count) => `${count} ungenutzt, wenn sich niemand anmeldet`,
    },
    events: {
      'account.inactive': 'Per E-Mail angekündigt, dass das ungenutzte Konto gelöscht wird',
    },
  },
}
