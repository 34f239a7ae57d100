import { authorize, authorizeEvents } from './en/authorize.ts'
import { clientEvents, clientScopes } from './en/clients.ts'

export const en = {
  console: {
    may: { ...clientScopes },
    events: {
      ...clientEvents,
      ...authorizeEvents,
      'oidc.key.rotated': 'Signing key of applications replaced',
    },
  },
  authorize,
}

type Words = Omit<typeof en, 'console'>
declare module '../../../platform/pages/words/catalogues.ts' {
  interface Messages extends Words {}
}
