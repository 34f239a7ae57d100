import { readFileSync } from 'node:fs'
import path from 'node:path'
import { parseEnv } from 'node:util'
import type { Profile, Raw } from './kinds.ts'
import { refusals } from './refusals.ts'
import { type Config, settings, type Values } from './schema.ts'

export interface ConfigSources {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly cwd: string
  /** `--config FILE` */
  readonly file?: string | undefined
  /** `--set path=value`, as typed. */
  readonly set?: readonly string[]
}

/** Everything that is wrong, each line under the name the operator typed. */
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

/** A value and the name under which the operator gave it. */
interface Given {
  readonly name: string
  readonly raw: Raw
}

const DEFAULT_FILE = 'latchkey.config.json'

/** Flag over environment over file over default. Reads everything before it complains about anything. */
export function loadConfig(sources: ConfigSources): Config {
  const problems: string[] = []
  const env = withDotEnv(sources)
  const profile = readProfile(env, problems)
  const given = new Map([...fromFile(sources, problems), ...fromEnv(env, problems), ...fromFlags(sources, problems)])

  const values: Record<string, Record<string, unknown>> = {}
  for (const [dotted, setting] of settings) {
    const [group = '', key = ''] = dotted.split('.')
    values[group] ??= {}
    const source = given.get(dotted)
    const result = source ? setting.parse(source.raw) : { value: setting.fallback(profile) }
    if ('problem' in result) problems.push(`${source?.name}: ${result.problem}`)
    values[group][key] = 'value' in result ? result.value : setting.fallback(profile)
  }

  const config = complete(values as Values, profile)
  const nameOf = (dotted: string) => given.get(dotted)?.name ?? settings.find(([one]) => one === dotted)?.[1].env ?? dotted
  problems.push(...refusals(config, (dotted) => given.has(dotted), nameOf))
  if (problems.length > 0) throw new ConfigError(problems)
  return freeze(config)
}

function complete(values: Values, profile: Profile): Config {
  const publicUrl = values.server.publicUrl ?? `http://localhost:${values.server.port}`
  return {
    ...values,
    profile,
    server: { ...values.server, publicUrl },
    cookies: { ...values.cookies, secure: values.cookies.secure || publicUrl.startsWith('https:') },
  }
}

/** A `.env` file in the working directory is read too; the real environment wins over it. */
function withDotEnv({ env, cwd }: ConfigSources): Readonly<Record<string, string | undefined>> {
  const text = readOptional(path.join(cwd, '.env'))
  return text === undefined ? env : { ...parseEnv(text), ...env }
}

function readProfile(env: ConfigSources['env'], problems: string[]): Profile {
  const name = env['NODE_ENV'] ?? 'development'
  if (name === 'production') return 'production'
  // A typing mistake here must not quietly start the lenient profile.
  if (name !== 'development' && name !== 'test') problems.push('NODE_ENV: must be development, test or production')
  return 'development'
}

function* fromFlags({ set = [] }: ConfigSources, problems: string[]): Iterable<[string, Given]> {
  for (const pair of set) {
    const [dotted = '', ...rest] = pair.split('=')
    if (rest.length === 0) problems.push(`--set ${pair}: must look like --set group.key=value`)
    else if (!settings.some(([one]) => one === dotted)) problems.push(`--set ${dotted}: no such setting`)
    else yield [dotted, { name: `--set ${dotted}`, raw: rest.join('=') }]
  }
}

/** `NAME`, or `NAME_FILE` for a value that is kept in a file, as container platforms hand out secrets. */
function* fromEnv(env: ConfigSources['env'], problems: string[]): Iterable<[string, Given]> {
  for (const [dotted, setting] of settings) {
    const inline = env[setting.env]
    const fileName = `${setting.env}_FILE`
    const file = env[fileName]
    if (inline !== undefined && file !== undefined) problems.push(`${fileName}: ${setting.env} is set as well; use one of them`)
    else if (inline !== undefined) yield [dotted, { name: setting.env, raw: inline }]
    else if (file !== undefined) {
      const text = readOptional(file)
      if (text === undefined) problems.push(`${fileName}: cannot read ${file}`)
      else yield [dotted, { name: fileName, raw: text.replace(/\r?\n$/, '') }]
    }
  }
}

function* fromFile({ cwd, file }: ConfigSources, problems: string[]): Iterable<[string, Given]> {
  const name = file ?? DEFAULT_FILE
  const text = readOptional(path.resolve(cwd, name))
  if (text === undefined) {
    if (file !== undefined) problems.push(`--config ${file}: cannot read the file`)
    return
  }
  for (const [dotted, raw] of flatten(text, name, problems)) {
    if (settings.some(([one]) => one === dotted)) yield [dotted, { name: `${dotted} (${name})`, raw }]
    else problems.push(`${dotted} (${name}): no such setting`)
  }
}

function flatten(text: string, name: string, problems: string[]): [string, Raw][] {
  try {
    const groups = Object.entries(JSON.parse(text) as Record<string, unknown>)
    return groups.flatMap(([group, members]) =>
      typeof members === 'object' && members !== null && !Array.isArray(members)
        ? Object.entries(members).map(([key, raw]): [string, Raw] => [`${group}.${key}`, raw as Raw])
        : [[group, members as Raw] satisfies [string, Raw]],
    )
  } catch (error) {
    problems.push(`${name}: is not valid JSON (${error instanceof Error ? error.message : error})`)
    return []
  }
}

function readOptional(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}

function freeze(config: Config): Config {
  for (const group of Object.values(config)) Object.freeze(group)
  return Object.freeze(config)
}
