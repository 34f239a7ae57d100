import { browserUrl } from '../kernel/cannot-listen.ts'
import { isLoopback } from '../kernel/loopback.ts'
import type { Profile } from './kinds.ts'
import { PREFIX } from './prefix.ts'
import { readSetting } from './read-setting.ts'
import { refusals } from './refusals.ts'
import { type Config, families, settings, type Values } from './schema.ts'
import { type ConfigSources, fromEnv, fromFile, fromFlags, withDotEnv } from './sources.ts'

export class ConfigError extends Error {
  readonly problems: readonly string[]

  constructor(problems: readonly string[]) {
    super(
      `The configuration has ${problems.length === 1 ? 'a problem' : `${problems.length} problems`}:\n${problems.map((one) => `  ${one}`).join('\n')}`,
    )
    this.name = 'ConfigError'
    this.problems = problems
  }
}

/** Flag over environment over file over default. Reports all problems at once. */
export function loadConfig(sources: ConfigSources): Config {
  const problems: string[] = []
  const env = withDotEnv(sources, problems)
  const profile = readProfile(env, problems)
  const given = new Map([...fromFile(sources, problems), ...fromEnv(env), ...fromFlags(sources, problems)])

  const values: Record<string, Record<string, unknown>> = {}
  const unread = new Set<string>()
  for (const [dotted, setting] of settings) {
    const [group = '', key = ''] = dotted.split('.')
    values[group] ??= {}
    const result = readSetting(setting, given.get(dotted), profile)
    if ('problems' in result) {
      problems.push(...result.problems)
      unread.add(dotted)
    }
    values[group][key] = 'value' in result ? result.value : setting.fallback(profile)
  }

  for (const family of families) values[family.group] = { ...values[family.group], ...family.read(given, profile, problems) }
  // Every group was read by its own schema, which the compiler cannot follow through a loop.
  const config = complete(values as unknown as Values, profile)
  const nameOf = (dotted: string) => given.get(dotted)?.name ?? settings.find(([one]) => one === dotted)?.[1].env ?? dotted
  const origin = { isGiven: (dotted: string) => given.has(dotted), isRead: (dotted: string) => !unread.has(dotted), nameOf }
  problems.push(...refusals(config, origin))
  if (problems.length > 0) throw new ConfigError(problems)
  return freeze(config)
}

function complete(values: Values, profile: Profile): Config {
  const { host, port, appName } = values.server
  const publicUrl = values.server.publicUrl ?? browserUrl(isLoopback(host) ? 'localhost' : host, port)
  return {
    ...values,
    profile,
    server: { ...values.server, publicUrl },
    mail: { ...values.mail, from: values.mail.from ?? `${appName} <no-reply@${new URL(publicUrl).hostname}>` },
    cookies: { ...values.cookies, secure: values.cookies.secure || publicUrl.startsWith('https:') },
  } as unknown as Config // the families of settings have added their values to the groups
}

function readProfile(env: ConfigSources['env'], problems: string[]): Profile {
  const variable = [`${PREFIX}NODE_ENV`, 'NODE_ENV'].find((one) => env[one] !== undefined) ?? ''
  const name = env[variable] ?? 'development'
  if (name === 'production') return 'production'
  // A typing mistake must not quietly start the lenient profile.
  if (name !== 'development' && name !== 'test') problems.push(`${variable}: must be development, test or production`)
  return 'development'
}

function freeze(config: Config): Config {
  for (const group of Object.values(config)) {
    for (const value of Object.values(group)) Object.freeze(value)
    Object.freeze(group)
  }
  return Object.freeze(config)
}
