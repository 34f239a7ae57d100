import { authorize, authorizeEvents } from './en/authorize.ts'
import { clientEvents, clientScopes } from './en/clients.ts'
import { device } from './en/device.ts'
import { endSession } from './en/end-session.ts'
import { tokenEvents } from './en/tokens.ts'

export const en = {
  console: {
    may: { ...clientScopes },
    events: {
      ...clientEvents,
      ...authorizeEvents,
      ...tokenEvents,
      'oidc.key.rotated': 'Signing key of applications replaced',
    },
  },
  authorize,
  device,
  endSession,
}

type Words = Omit<typeof en, 'console'>
declare module '../../../platform/pages/words/catalogues.ts' {
  interface Messages extends Words {}
}
