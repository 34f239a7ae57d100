import type { Subject } from '../../gate/subject.ts'
import { oidcKeysList, oidcKeysRotate } from './commands/oidc-keys.ts'
import { openidErrors } from './errors.ts'
import { openidEvents } from './events.ts'
import { oauthMetadata, openidConfiguration } from './flows/discovery.ts'
import { jwks } from './flows/jwks.ts'
import { listSigningKeys, rotateSigningKeys } from './flows/signing-keys.ts'
import { openidHooks } from './hooks.ts'
import { keepKeysFresh } from './keys/upkeep.ts'
import { openidTables } from './migrations.ts'
import { openidScopes } from './scopes.ts'
import { ACCESS_TOKENS } from './tables/access-tokens.ts'
import { CLIENT_SECRETS } from './tables/client-secrets.ts'
import { CLIENTS } from './tables/clients.ts'
import { CODES } from './tables/codes.ts'
import { CONSENTS } from './tables/consents.ts'
import { DEVICE_CODES } from './tables/device-codes.ts'
import { GRANTS } from './tables/grants.ts'
import { LOGOUTS } from './tables/logouts.ts'
import { REFRESH_TOKENS } from './tables/refresh-tokens.ts'
import { REQUESTS } from './tables/requests.ts'
import { SIGNING_KEYS } from './tables/signing-keys.ts'
import { de } from './words/de.ts'
import { en } from './words/en.ts'
import { es } from './words/es.ts'
import { fr } from './words/fr.ts'

export const openid = {
  title: 'Applications by OpenID Connect',
  order: 10.5,
  endpoints: { openidConfiguration, oauthMetadata, jwks, listSigningKeys, rotateSigningKeys },
  tables: [
    CLIENT_SECRETS,
    CLIENTS,
    CONSENTS,
    REQUESTS,
    CODES,
    DEVICE_CODES,
    ACCESS_TOKENS,
    REFRESH_TOKENS,
    GRANTS,
    LOGOUTS,
    SIGNING_KEYS,
  ],
  migrations: [openidTables],
  errors: openidErrors,
  scopes: openidScopes,
  events: openidEvents,
  words: { de, en, es, fr },
  commands: [oidcKeysList, oidcKeysRotate],
  hooks: openidHooks,
  upkeep: () => [keepKeysFresh],
} as const satisfies Subject
