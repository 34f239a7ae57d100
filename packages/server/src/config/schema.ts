import type { Profile, Setting } from './kinds.ts'
import type { ProviderSettings } from './providers.ts'
import { audit } from './schema/audit.ts'
import { codes } from './schema/codes.ts'
import { cookies } from './schema/cookies.ts'
import { forwardAuth } from './schema/forward-auth.ts'
import { lifecycle } from './schema/lifecycle.ts'
import { limits } from './schema/limits.ts'
import { mail } from './schema/mail.ts'
import { metrics } from './schema/metrics.ts'
import { oauth } from './schema/oauth.ts'
import { organisations } from './schema/organisations.ts'
import { pages } from './schema/pages.ts'
import { passkeys } from './schema/passkeys.ts'
import { passwords } from './schema/passwords.ts'
import { registration } from './schema/registration.ts'
import { security } from './schema/security.ts'
import { server } from './schema/server.ts'
import { sessions } from './schema/sessions.ts'
import { storage } from './schema/storage.ts'
import { twoFactor } from './schema/two-factor.ts'

/**
 * The whole configuration, a file for each group. Flag, file key, environment variable, type, default and help are all derived
 * from this schema; docs/reference/configuration.md and .env.example are generated from it.
 *
 * The profile (`NODE_ENV`) only picks defaults: every row of it is a setting of its own.
 */
export const schema = {
  server,
  storage,
  security,
  cookies,
  sessions,
  registration,
  oauth,
  organisations,
  forwardAuth,
  twoFactor,
  passkeys,
  codes,
  lifecycle,
  mail,
  pages,
  limits,
  audit,
  metrics,
  passwords,
}

type Schema = typeof schema
type ValueOf<S> = S extends Setting<infer Value> ? Value : never
export type Values = {
  readonly [Group in keyof Schema]: { readonly [Key in keyof Schema[Group]]: ValueOf<Schema[Group][Key]> }
}

/** The schema's values, with what follows from them filled in. */
export type Config = Values & {
  readonly profile: Profile
  readonly server: { readonly publicUrl: string }
  readonly mail: { readonly from: string }
  readonly oauth: { readonly providers: readonly ProviderSettings[] }
}

/** Every setting with its dotted path, in reading order. */
export const settings: readonly (readonly [path: string, setting: Setting<unknown>])[] = Object.entries(schema).flatMap(
  ([group, members]) => Object.entries(members).map(([key, one]) => [`${group}.${key}`, one as Setting<unknown>] as const),
)
