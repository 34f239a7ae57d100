import { clientEvents, clientScopes } from './en/clients.ts'

export const en = {
  console: {
    may: { ...clientScopes },
    events: {
      ...clientEvents,
      'oidc.key.rotated': 'Signing key of applications replaced',
    },
  },
}
