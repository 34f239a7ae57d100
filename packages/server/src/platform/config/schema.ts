import type { Profile, Setting } from './kinds.ts'
import type { Given } from './read-setting.ts'
import { cookies } from './schema/cookies.ts'
import { mail } from './schema/mail.ts'
import { metrics } from './schema/metrics.ts'
import { pages } from './schema/pages.ts'
import { security } from './schema/security.ts'
import { server } from './schema/server.ts'
import { storage } from './schema/storage.ts'

// biome-ignore lint/suspicious/noExplicitAny: what a setting holds is its own business
export type SettingRows = Readonly<Record<string, Readonly<Record<string, Setting<any>>>>>

const own = { server, storage, security, cookies, mail, pages, metrics } satisfies SettingRows
type OwnSettings = typeof own

/** Every group of settings. Each subject adds its own. */
export interface Settings extends OwnSettings {}

/**
 * The whole configuration: once the subjects are joined, that is. Flag, file key, environment variable, type, default and help are all
 * derived from this schema; docs/reference/configuration.md and .env.example are generated from it.
 *
 * The profile (`NODE_ENV`) only picks defaults: every row of it is a setting of its own.
 */
export const schema: Record<string, Readonly<Record<string, Setting<unknown>>>> = {}

/** Every setting with its dotted path, in reading order. */
export const settings: (readonly [path: string, setting: Setting<unknown>])[] = []

export function joinSettings(groups: SettingRows): void {
  Object.assign(schema, groups)
  for (const [group, members] of Object.entries(groups))
    for (const [key, one] of Object.entries(members)) settings.push([`${group}.${key}`, one])
}

joinSettings(own)

type ValueOf<S> = S extends Setting<infer Value> ? Value : never
export type Values = {
  readonly [Group in keyof Settings]: { readonly [Key in keyof Settings[Group]]: ValueOf<Settings[Group][Key]> }
}

/** What follows from the values. A family of settings adds what it was read as. */
export interface Derived {
  readonly profile: Profile
  readonly server: { readonly publicUrl: string }
  readonly mail: { readonly from: string }
}

/** The schema's values, with what follows from them filled in. */
export type Config = Values & Derived

/** Settings that may be there any number of times, each time under another name. */
export interface SettingFamily {
  readonly group: keyof Settings
  /** One entry for each member, with a placeholder for the name. */
  readonly settings: readonly (readonly [path: string, setting: Setting<unknown>])[]
  /** How an example of it is written in `.env.example`. */
  readonly example: string
  isPath(dotted: string): boolean
  variables(env: Readonly<Record<string, string | undefined>>): Iterable<readonly [path: string, env: string]>
  read(given: ReadonlyMap<string, Given>, profile: Profile, problems: string[]): object
  /** As the configuration file would say it. */
  print(config: Config): object | undefined
}

export const families: SettingFamily[] = []
