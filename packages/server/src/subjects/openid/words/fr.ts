import type { Translation } from '../../../platform/pages/words/translation.ts'
import type { openidErrors } from '../errors.ts'
import type { en } from './en.ts'
import { applications } from './fr/applications.ts'
import { authorize, authorizeEvents } from './fr/authorize.ts'
import { clientEvents, clientScopes } from './fr/clients.ts'
import { clientsDone, clients as clientsWords } from './fr/console.ts'
import { device } from './fr/device.ts'
import { endSession } from './fr/end-session.ts'
import { errors } from './fr/errors.ts'
import { tokenEvents } from './fr/tokens.ts'

export const fr: Translation<typeof en, typeof openidErrors> = {
  errors,
  console: {
    clients: clientsWords,
    done: clientsDone,
    may: { ...clientScopes },
    events: {
      ...clientEvents,
      ...authorizeEvents,
      ...tokenEvents,
      'oidc.key.rotated': 'Clé de signature des applications remplacée',
    },
  },
  applications,
  authorize,
  device,
  endSession,
}
