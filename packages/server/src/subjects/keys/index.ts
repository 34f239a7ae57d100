import type { Looks } from '../../gate/pages/layout.tsx'
import type { Subject } from '../../gate/subject.ts'
import { declaredKeys } from './commands/declared-keys.ts'
import { keysCreate, keysList, keysRevoke } from './commands/keys.ts'
import { keysPage } from './console/keys.tsx'
import { keysEvents } from './events.ts'
import { createApiKey, listApiKeys, revokeApiKey } from './flows/keys.ts'
import { keysHooks } from './hooks.ts'
import { keysMails, keysSamples } from './mails.ts'
import { keysTables } from './migrations.ts'
import { API_KEYS } from './tables/api-keys.ts'
import { de } from './words/de.ts'
import { en } from './words/en.ts'
import { es } from './words/es.ts'
import { fr } from './words/fr.ts'

export { endKeysBeyond, endKeysOf } from './steps/end-keys.ts'

export const keys = {
  title: 'API keys',
  order: 14,
  endpoints: { createApiKey, listApiKeys, revokeApiKey },
  pages: (looks: Looks) => [keysPage(looks)],
  tables: [API_KEYS],
  migrations: [keysTables],
  events: keysEvents,
  mails: keysMails,
  mailSamples: keysSamples,
  words: { de, en, es, fr },
  commands: [keysCreate, keysList, keysRevoke],
  declares: declaredKeys,
  hooks: keysHooks,
} as const satisfies Subject
