import type { Translation } from '../../../platform/pages/words/translation.ts'
import type { openidErrors } from '../errors.ts'
import type { en } from './en.ts'
import { applications } from './es/applications.ts'
import { authorize, authorizeEvents } from './es/authorize.ts'
import { clientEvents, clientScopes } from './es/clients.ts'
import { clientsDone, clients as clientsWords } from './es/console.ts'
import { device } from './es/device.ts'
import { endSession } from './es/end-session.ts'
import { errors } from './es/errors.ts'
import { tokenEvents } from './es/tokens.ts'

export const es: Translation<typeof en, typeof openidErrors> = {
  errors,
  console: {
    clients: clientsWords,
    done: clientsDone,
    may: { ...clientScopes },
    events: {
      ...clientEvents,
      ...authorizeEvents,
      ...tokenEvents,
      'oidc.key.rotated': 'Clave de firma de las aplicaciones sustituida',
    },
  },
  applications,
  authorize,
  device,
  endSession,
}
