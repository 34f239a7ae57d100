import type { Profile, Setting } from './kinds.ts'
import type { RawSetting } from './read-setting.ts'
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

export interface Settings extends OwnSettings {}

/**
 * Complete once the subjects are joined. Flags, file keys, environment variables, types, defaults and help all derive from it;
 * docs/reference/configuration.md and .env.example are generated from it. The profile (`NODE_ENV`) only picks defaults.
 */
export const schema: Record<string, Readonly<Record<string, Setting<unknown>>>> = {}

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

export interface Derived {
  readonly profile: Profile
  readonly server: { readonly publicUrl: string }
  readonly mail: { readonly from: string }
}

export type Config = Values & Derived

/** Settings that may be repeated under different names. */
export interface SettingFamily {
  readonly group: keyof Settings
  /** With a placeholder for the name. */
  readonly settings: readonly (readonly [path: string, setting: Setting<unknown>])[]
  readonly example: string
  isPath(dotted: string): boolean
  variables(env: Readonly<Record<string, string | undefined>>): Iterable<readonly [path: string, env: string]>
  read(given: ReadonlyMap<string, RawSetting>, profile: Profile, problems: string[]): object
  print(config: Config): object | undefined
}

export const families: SettingFamily[] = []
