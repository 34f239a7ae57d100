import { applications } from './en/applications.ts'
import { authorize, authorizeEvents } from './en/authorize.ts'
import { clientEvents, clientScopes } from './en/clients.ts'
import { clientsDone, clients as clientsWords } from './en/console.ts'
import { device } from './en/device.ts'
import { endSession } from './en/end-session.ts'
import { tokenEvents } from './en/tokens.ts'

export const en = {
  console: {
    clients: clientsWords,
    done: clientsDone,
    may: { ...clientScopes },
    events: {
      ...clientEvents,
      ...authorizeEvents,
      ...tokenEvents,
      'oidc.key.rotated': 'Signing key of applications replaced',
    },
  },
  applications,
  authorize,
  device,
  endSession,
}

type Words = Omit<typeof en, 'console'>
declare module '../../../platform/pages/words/catalogues.ts' {
  interface Messages extends Words {}
  interface ConsoleWords extends Pick<(typeof en)['console'], 'clients'> {}
}
