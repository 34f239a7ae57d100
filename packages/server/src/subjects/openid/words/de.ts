import type { Translation } from '../../../platform/pages/words/translation.ts'
import type { openidErrors } from '../errors.ts'
import { authorize, authorizeEvents } from './de/authorize.ts'
import { clientEvents, clientScopes } from './de/clients.ts'
import { errors } from './de/errors.ts'
import type { en } from './en.ts'

export const de: Translation<typeof en, typeof openidErrors> = {
  errors,
  console: {
    may: { ...clientScopes },
    events: {
      ...clientEvents,
      ...authorizeEvents,
      'oidc.key.rotated': 'Signaturschlüssel für Anwendungen ersetzt',
    },
  },
  authorize,
}
