import { breachedFile } from '../support/breached-file.ts'
import { CLIENT } from '../support/identity-provider.ts'
import { oauthWorld } from '../support/oauth-world.ts'
import { registrationHook } from '../support/registration-hook.ts'
import { shared } from '../support/shared.ts'
import { world } from '../support/world.ts'
import { APP } from './app-sessions.ts'
import type { Case, Env, Seen } from './cases.ts'
import { DATA_FIELDS, DATA_FIELDS_OF_ORGS } from './data.ts'
import { FORWARD_APPS } from './forward-auth.ts'
import { BLOCKED_DOMAIN, byDomain } from './preparing.ts'

/** All is switched on, there is little room, and one password is hashed at a time. */
const USUAL: Env = {
  ORGANISATIONS: 'true',
  ORG_INVITE_TTL: '1h',
  ORG_MAX_MEMBERS: '2',
  ORG_MAX_OWNED: '1',
  ORG_MAX_PENDING_INVITES: '1',
  ENABLE_INVITE: 'true',
  REGISTRATION_BLOCKED_DOMAINS: BLOCKED_DOMAIN,
  PASSKEY_MAX: '1',
  PASSKEY_RELATED_ORIGINS: APP,
  FORWARD_AUTH_APPS: [...FORWARD_APPS, APP].join(),
  TRUSTED_PROXIES: '127.0.0.1',
  PASSWORD_BREACHED_FILE: breachedFile(),
  DATA_FIELDS: JSON.stringify(DATA_FIELDS),
  DATA_ORG_FIELDS: JSON.stringify(DATA_FIELDS_OF_ORGS),
  HASH_CONCURRENCY: '1',
  HASH_QUEUE: '0',
}

/** At an address, which is no domain, no passkey can be made. */
const SWITCHED_OFF: Env = { PUBLIC_URL: 'http://127.0.0.1:3000', TOTP: 'false', ENABLE_INVITE: 'false', ORG_CREATION: 'admins' }

/** A provider, `gone`, that does not answer. */
const UNREACHABLE: Env = {
  OAUTH_GONE_ISSUER: 'http://127.0.0.1:1',
  OAUTH_GONE_CLIENT_ID: CLIENT.id,
  OAUTH_GONE_CLIENT_SECRET: CLIENT.secret,
}

/** Shows what a case sees, in the world that it is for. To be called where tests are described. */
export function worlds(): (one: Case) => Promise<Seen> {
  const settled = (env: Env = {}) => ({ withMail: true, env: { ...USUAL, ...env } })
  const common = shared(async () => world(settled((await registrationHook(byDomain)).env)))
  const off = shared(() => world(settled(SWITCHED_OFF)))
  const provided = shared(() => oauthWorld(settled(UNREACHABLE)))
  return async (one) => {
    if (typeof one === 'function') return one(common())
    if ('switchedOff' in one) return one.switchedOff(off())
    if ('withProvider' in one) return one.withProvider(provided())
    return one.run(await world(settled(one.env)))
  }
}
