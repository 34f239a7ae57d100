import type { Translation } from '../../../platform/pages/words/translation.ts'
import type { passkeysErrors } from '../errors.ts'
import type { en } from './en.ts'

export const de: Translation<typeof en, typeof passkeysErrors> = {
  errors: {
    passkey_required: 'Dieses Konto hat keinen Passkey.',
    passkey_limit: 'Dieses Konto hat so viele Passkeys, wie es haben kann.',
    passkey_invalid: 'Dieser Passkey konnte nicht verwendet werden. Bitte versuchen Sie es noch einmal.',
    passkey_exists: 'Dieser Passkey ist bereits bekannt.',
    passkey_not_found: 'Diesen Passkey gibt es nicht.',
    passkey_unknown: 'Dieser Passkey gehört zu keinem Konto.',
    passkey_refused: 'Dieser Passkey wurde abgelehnt.',
  },
  console: {
    events: {
      '2fa.passkey.verified': 'Mit Passkey als zweitem Faktor angemeldet',
      'passkey.added': 'Passkey hinzugefügt',
      'passkey.renamed': 'Passkey umbenannt',
      'passkey.removed': 'Passkey entfernt',
      'passkey.login': 'Mit Passkey angemeldet',
      'passkey.failed': 'Passkey abgelehnt',
      'passkey.counter': 'Passkey mit altem Zähler',
    },
  },
}
