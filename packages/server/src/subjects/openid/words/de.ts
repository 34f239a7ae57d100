import type { Translation } from '../../../platform/pages/words/translation.ts'
import type { openidErrors } from '../errors.ts'
import { applications } from './de/applications.ts'
import { authorize, authorizeEvents } from './de/authorize.ts'
import { clientEvents, clientScopes } from './de/clients.ts'
import { clientsDone, clients as clientsWords } from './de/console.ts'
import { device } from './de/device.ts'
import { endSession } from './de/end-session.ts'
import { errors } from './de/errors.ts'
import { tokenEvents } from './de/tokens.ts'
import type { en } from './en.ts'

export const de: Translation<typeof en, typeof openidErrors> = {
  errors,
  console: {
    clients: clientsWords,
    done: clientsDone,
    may: { ...clientScopes },
    events: {
      ...clientEvents,
      ...authorizeEvents,
      ...tokenEvents,
      'oidc.key.rotated': 'Signaturschlüssel für Anwendungen ersetzt',
    },
  },
  applications,
  authorize,
  device,
  endSession,
}
