import { duration, integer } from '../../platform/config/kinds.ts'
import { MOST_SESSIONS } from './tables/sessions.ts'

// biome-ignore format: a table is read by its rows
export const sessions = {
  ttl: duration({ env: 'SESSION_TTL', default: '24h', help: 'Lifetime of a session token; it is then refreshed.' }),
  refreshTtl: duration({ env: 'REFRESH_TTL', default: '30d', help: 'A session unused for this long ends.' }),
  maxLifetime: duration({ env: 'SESSION_MAX_LIFETIME', default: '90d', help: 'A session ends this long after sign-in, however busy it is.' }),
  refreshGrace: duration({ env: 'REFRESH_GRACE', default: '10s', allowZero: true, help: 'How long a just-replaced refresh token still yields its successor, so that two tabs do not sign each other out.' }),
  maxPerAccount: integer({ env: 'SESSION_MAX_PER_ACCOUNT', default: 100, min: 1, max: MOST_SESSIONS, help: 'Live sessions of one account. A sign-in beyond it ends the one that was unused for longest.' }),
  cacheSize: integer({ env: 'SESSION_CACHE_SIZE', default: 10_000, min: 0, max: 1_000_000, help: 'Sessions that a process keeps in memory, so that checking one takes no query; about 2 kB each, and the data of the account. A revocation acts at once all the same. 0 keeps none.' }),
} as const
