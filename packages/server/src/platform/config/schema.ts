import { codes } from '../../gate/codes/settings.ts'
import { limits } from '../../gate/limits/settings.ts'
import { passwords } from '../../gate/passwords/settings.ts'
import { sessions } from '../../gate/sessions/settings.ts'
import { registration } from '../../subjects/accounts/settings.ts'
import { forwardAuth } from '../../subjects/apps/settings.ts'
import { audit } from '../../subjects/audit/settings.ts'
import { lifecycle } from '../../subjects/email-change/settings.ts'
import { twoFactor } from '../../subjects/factors/settings.ts'
import { organisations } from '../../subjects/organisations/settings.ts'
import { passkeys } from '../../subjects/passkeys/settings.ts'
import type { ProviderSettings } from '../../subjects/providers/provider-settings.ts'
import { oauth } from '../../subjects/providers/settings.ts'
import type { Profile, Setting } from './kinds.ts'
import { cookies } from './schema/cookies.ts'
import { mail } from './schema/mail.ts'
import { metrics } from './schema/metrics.ts'
import { pages } from './schema/pages.ts'
import { security } from './schema/security.ts'
import { server } from './schema/server.ts'
import { storage } from './schema/storage.ts'

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
