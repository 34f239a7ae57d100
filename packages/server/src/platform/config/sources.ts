import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parseEnv } from 'node:util'
import { didYouMean } from '../kernel/nearest.ts'
import { memberTwice } from '../kernel/strict-json.ts'
import { isStructure, type Raw, type Structure } from './kinds.ts'
import { PREFIX } from './prefix.ts'
import type { RawSetting } from './read-setting.ts'
import { families, schema, settings } from './schema.ts'

export interface ConfigSources {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly cwd: string
  readonly file?: string | undefined
  /** Settings from an embedding program, instead of a file. */
  readonly values?: object | undefined
  readonly set?: readonly string[]
}

const DEFAULT_FILE = 'latchkey.config.json'

const isSetting = (dotted: string): boolean =>
  settings.some(([one]) => one === dotted) || families.some((family) => family.isPath(dotted))

/** A group may be mistyped as well as a setting of one. */
const noSuchSetting = (dotted: string): string =>
  Object.hasOwn(schema, dotted)
    ? 'must be an object with the settings of this group'
    : `no such setting.${didYouMean(dotted, [...Object.keys(schema), ...settings.map(([one]) => one)])}`

/** The real environment wins over `.env`. */
export function withDotEnv({ env, cwd }: ConfigSources, problems: string[]): ConfigSources['env'] {
  const file = path.join(cwd, '.env')
  const text = readOptional(file)
  if (text === undefined && existsSync(file)) problems.push('.env: cannot read the file')
  return text === undefined ? env : { ...parseEnv(text), ...env }
}

export function* fromFlags({ set = [] }: ConfigSources, problems: string[]): Iterable<[string, RawSetting]> {
  for (const pair of set) {
    const [dotted = '', ...rest] = pair.split('=')
    if (rest.length === 0) problems.push(`--set ${pair}: must look like --set group.key=value`)
    else if (!isSetting(dotted)) problems.push(`--set ${dotted}: ${noSuchSetting(dotted)}`)
    else yield [dotted, { name: `--set ${dotted}`, raw: rest.join('=') }]
  }
}

/** `NAME_FILE` names a file with the value, unless a setting of its own is called so. A name with our prefix goes first: a bare `PORT` may be meant for another program. */
export function* fromEnv(env: ConfigSources['env']): Iterable<[string, RawSetting]> {
  const ours = settings.map(([dotted, setting]) => [dotted, setting.env] as const)
  const taken = new Set(ours.map(([, name]) => name))
  for (const [dotted, name] of [...ours, ...families.flatMap((family) => [...family.variables(env)])]) {
    const hasFile = !taken.has(`${name}_FILE`)
    const found = fromVariable(env, `${PREFIX}${name}`, hasFile) ?? fromVariable(env, name, hasFile)
    if (found) yield [dotted, found]
  }
}

function fromVariable(env: ConfigSources['env'], name: string, hasFile: boolean): RawSetting | undefined {
  const inline = isOfKubernetes(name, env[name]) ? undefined : env[name]
  const fileName = `${name}_FILE`
  const file = hasFile ? env[fileName] : undefined
  if (file === undefined) return inline === undefined ? undefined : { name, raw: inline }
  if (inline !== undefined) return { name: fileName, problem: `${name} is set as well; use one of them` }
  const text = readOptional(file)
  if (text === undefined) return { name: fileName, problem: `cannot read ${file}` }
  return { name: fileName, raw: text.replace(/\r?\n$/, '') }
}

/** Kubernetes sets `LATCHKEY_PORT=tcp://10.0.0.7:3000` by itself for a service called latchkey. */
const isOfKubernetes = (name: string, value: string | undefined): boolean =>
  name === `${PREFIX}PORT` && value?.startsWith('tcp://') === true

export function* fromFile({ cwd, file, values }: ConfigSources, problems: string[]): Iterable<[string, RawSetting]> {
  const name = values ? 'the configuration' : (file ?? DEFAULT_FILE)
  if (values) return yield* known(leavesIn(values), name, problems)
  const location = path.resolve(cwd, name)
  const text = readOptional(location)
  if (text === undefined) {
    // An unreadable file may hold stricter settings, which the defaults must not replace quietly.
    if (file !== undefined || existsSync(location))
      problems.push(`${file === undefined ? '' : '--config '}${name}: cannot read the file`)
    return
  }
  yield* known(flatten(text, name, problems), name, problems)
}

function* known(found: readonly [string, Raw][], name: string, problems: string[]): Iterable<[string, RawSetting]> {
  for (const [dotted, raw] of found) {
    // A program may pass undefined for what it leaves open.
    if (raw === undefined) continue
    if (isSetting(dotted)) yield [dotted, { name: `${dotted} (${name})`, raw }]
    else problems.push(`${dotted} (${name}): ${noSuchSetting(dotted)}`)
  }
}

function flatten(text: string, name: string, problems: string[]): [string, Raw][] {
  try {
    const content: unknown = JSON.parse(text)
    const twice = memberTwice(text)
    if (twice !== undefined) problems.push(`${name}: ${twice} stands twice in one object`)
    else if (isStructure(content)) return leavesIn(content)
    else problems.push(`${name}: must be a JSON object`)
  } catch {
    // Without the parser's message, which quotes the text, perhaps half a secret.
    problems.push(`${name}: is not valid JSON`)
  }
  return []
}

const leavesIn = (content: object): [string, Raw][] =>
  Object.entries(content).flatMap(([group, members]) =>
    isStructure(members) && Object.hasOwn(schema, group) ? leavesOf(members, group) : [[group, members as Raw]],
  )

const leavesOf = (members: Structure, prefix: string): [string, Raw][] =>
  Object.entries(members).flatMap(([key, value]) => {
    const dotted = `${prefix}.${key}`
    return isStructure(value) && !isReadWhole(dotted) ? leavesOf(value, dotted) : [[dotted, value as Raw]]
  })

const isReadWhole = (dotted: string): boolean => settings.some(([one, { isStructured }]) => one === dotted && isStructured)

function readOptional(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}
