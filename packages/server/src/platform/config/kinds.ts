import { availableParallelism } from 'node:os'
import { formatDuration, parseDuration } from '../kernel/duration.ts'
import { canonicalEmail } from '../kernel/email-address.ts'
import { isLoopback } from '../kernel/loopback.ts'
import { Secret } from '../kernel/secret.ts'

export type Structure = Readonly<Record<string, unknown>>

/** Text from flags and the environment, JSON from the file. */
export type Raw = string | number | boolean | readonly string[] | Structure

export type Profile = 'development' | 'production'

export interface Setting<Value> {
  readonly env: string
  readonly help: string
  readonly type: string
  /** The type of its value in the configuration file and for `createLatchkey`, in TypeScript. */
  readonly inFile: string
  readonly isSecret: boolean
  readonly fallback: (profile: Profile) => Value
  /** What is made of several parts may have several problems, which are all told at once. */
  readonly parse: (raw: Raw) => { value: Value } | { problem: string } | { problems: readonly string[] }
  readonly show: (value: Value) => string
  /** An object in the configuration file, which is read as a whole. */
  readonly isStructured?: true
  /** A running process reads it at each use, and so takes a new value over at SIGHUP. */
  readonly isLive?: boolean
  /** As the configuration file has it, where the value is not. */
  print?(value: Value): unknown
}

export interface Options<Value> {
  readonly env: string
  readonly help: string
  readonly default: Value | { readonly development: Value; readonly production: Value }
  readonly isLive?: boolean
}

type WithoutDefault = Omit<Options<never>, 'default'>

type Kind<Value> = Pick<Setting<Value>, 'type' | 'parse'> &
  Partial<Pick<Setting<Value>, 'inFile' | 'show' | 'isSecret' | 'isStructured' | 'print'>>

export const setting = <Value>(
  { env, help, default: initial, isLive = false }: Options<Value>,
  kind: Kind<Value>,
): Setting<Value> => ({
  env,
  help,
  fallback: (profile) => valueFor(initial, profile),
  inFile: 'string',
  isSecret: false,
  isLive,
  show: String,
  ...kind,
})

const valueFor = <Value>(value: Options<Value>['default'], profile: Profile): Value =>
  typeof value === 'object' && value !== null && profile in value ? (value as Record<Profile, Value>)[profile] : (value as Value)

const optional = (options: WithoutDefault, type: string, parse: Setting<string>['parse']): Setting<string | undefined> =>
  setting<string | undefined>({ ...options, default: undefined }, { type, parse, show: (value) => value ?? '' })

/** For what means something else when it is not given than any value that could be given. */
export const orNone = <Value>(given: Setting<Value>): Setting<Value | undefined> => ({
  ...given,
  fallback: () => undefined,
  show: (value) => (value === undefined ? '' : given.show(value)),
})
/** An object in the file, and the same as JSON text in the environment. `read` returns every problem as a text. */
export const structured = <Value>(
  options: Options<Value>,
  inFile: string,
  read: (structure: Structure) => { readonly value: Value } | { readonly problems: readonly string[] },
  print: (value: Value) => unknown,
): Setting<Value> =>
  setting(options, {
    type: 'JSON object',
    inFile,
    isStructured: true,
    print,
    show: (value) => {
      const text = JSON.stringify(print(value))
      return text === '{}' ? '' : text
    },
    parse: (raw) => {
      const structure = typeof raw === 'string' ? parsedJson(raw) : raw
      return isStructure(structure) ? read(structure) : bad('must be a JSON object')
    },
  })

export const isStructure = (value: unknown): value is Structure =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

export const good = <Value>(value: Value) => ({ value })
export const bad = (problem: string) => ({ problem })

export const text = (options: Options<string> & { readonly pattern?: RegExp; readonly expected?: string }): Setting<string> =>
  setting(options, {
    type: options.expected ?? 'text',
    parse: (raw) =>
      typeof raw === 'string' && raw !== '' && (options.pattern?.test(raw) ?? true)
        ? good(raw)
        : bad(`must be ${options.expected ?? 'text'}`),
  })

export const optionalText = (options: WithoutDefault & { readonly pattern?: RegExp; readonly expected?: string }) => {
  const { parse, type } = text({ ...options, default: '' })
  return optional(options, type, parse)
}

export const emailAddress = (options: WithoutDefault) =>
  optional(options, 'an email address', (raw) => {
    const email = typeof raw === 'string' ? canonicalEmail(raw) : undefined
    return email === undefined ? bad('must be an email address') : good(email)
  })

export const choice = <const Value extends string>(options: Options<Value> & { readonly of: readonly Value[] }): Setting<Value> =>
  setting(options, {
    type: options.of.join(', '),
    inFile: options.of.map((one) => `'${one}'`).join(' | '),
    parse: (raw) => {
      const value = options.of.find((one) => one === raw)
      return value === undefined ? bad(`must be one of ${options.of.join(', ')}`) : good(value)
    },
  })

export const flag = (options: Options<boolean>): Setting<boolean> =>
  setting(options, {
    type: 'true or false',
    inFile: 'boolean',
    parse: (raw) => {
      if (raw === true || raw === 'true') return good(true)
      if (raw === false || raw === 'false') return good(false)
      return bad('must be true or false')
    },
  })

export const integer = (options: Options<number> & { readonly min: number; readonly max: number }): Setting<number> => {
  const expected = `a whole number from ${options.min} to ${options.max}`
  return setting(options, {
    type: expected,
    inFile: 'number',
    parse: (raw) => {
      const value = typeof raw === 'number' ? raw : typeof raw === 'string' && /^\d{1,15}$/.test(raw) ? Number(raw) : Number.NaN
      return Number.isInteger(value) && value >= options.min && value <= options.max ? good(value) : bad(`must be ${expected}`)
    },
  })
}

const MOST_WORKERS = 64

/** How many processes: a number, or one for each core. */
export const workers = (options: Options<number>): Setting<number> => {
  const { parse } = integer({ ...options, min: 1, max: MOST_WORKERS })
  const expected = `auto, or a whole number from 1 to ${MOST_WORKERS}`
  return setting(options, {
    type: expected,
    inFile: `number | 'auto'`,
    parse(raw) {
      if (raw === 'auto') return good(Math.min(availableParallelism(), MOST_WORKERS))
      const number = parse(raw)
      return 'value' in number ? number : bad(`must be ${expected}`)
    },
  })
}

export const optionalInteger = (options: WithoutDefault & { readonly min: number; readonly max: number }) => {
  const { parse, type, inFile } = integer({ ...options, default: 0 })
  const show = (value: number | undefined) => (value === undefined ? '' : String(value))
  return setting<number | undefined>({ ...options, default: undefined }, { type, inFile, parse, show })
}

/** A hundred years. With much more, dates would overflow, and `new Date` fail at the first request instead of here. */
const MAX_DURATION_MS = 36_500 * 86_400_000

export const duration = (options: WithoutDefault & { readonly default: string; readonly allowZero?: boolean }): Setting<number> =>
  setting(
    { ...options, default: parseDuration(options.default) ?? 0 },
    {
      type: 'duration',
      inFile: 'Duration',
      show: formatDuration,
      parse: (raw) => {
        const value = typeof raw === 'string' ? parseDuration(raw) : undefined
        const isFine = value !== undefined && (value > 0 || options.allowZero === true)
        if (isFine && value > MAX_DURATION_MS) return bad(`must be at most ${formatDuration(MAX_DURATION_MS)}`)
        return isFine ? good(value) : bad('must be a duration such as 90s, 15m, 24h or 7d')
      },
    },
  )

/** For what is done once something is so old, and not at all unless the operator says when. */
export const durationOrOff = (options: WithoutDefault): Setting<number | undefined> => {
  const given = duration({ ...options, default: '1ms', allowZero: true })
  return {
    ...given,
    type: 'duration or off',
    inFile: `Duration | 'off'`,
    fallback: () => undefined,
    show: (value) => (value === undefined ? 'off' : given.show(value)),
    parse(raw) {
      if (raw === 'off') return good(undefined)
      const read = given.parse(raw)
      if ('problem' in read) return bad(`${read.problem}, or off`)
      if ('problems' in read) return read
      return good(read.value === 0 ? undefined : read.value)
    },
  }
}

export const url = ({ schemes, ...options }: WithoutDefault & { readonly schemes: readonly string[] }) =>
  optional(options, `${schemes.join(' or ')} URL`, (raw) => {
    const parsed = urlOf(raw)
    if (!parsed || !schemes.some((scheme) => parsed.protocol === `${scheme}:`)) {
      return bad(`must be a URL that starts with ${schemes.map((scheme) => `${scheme}://`).join(' or ')}`)
    }
    const isBare = !hasExtras(parsed) && parsed.pathname === '/'
    return isBare ? good(parsed.origin) : bad('must be a bare address such as https://id.example.com')
  })

/** Of a page, with any path and query. */
export const webAddress = (options: WithoutDefault) =>
  optional(options, 'http or https URL', (raw) => {
    const parsed = urlOf(raw)
    const isWeb = parsed !== undefined && /^https?:$/.test(parsed.protocol)
    if (!isWeb) return bad('must be a URL that starts with https:// or http://')
    return parsed.username || parsed.password ? bad('must be an address without user name') : good(parsed.href)
  })

const urlOf = (raw: Raw): URL | undefined => (typeof raw === 'string' && URL.canParse(raw) ? new URL(raw) : undefined)

const hasExtras = ({ username, password, search, hash }: URL): boolean => [username, password, search, hash].some(Boolean)

export const secret = <Unset extends Secret | undefined>(
  options: WithoutDefault & {
    readonly default: Unset
    readonly minBytes?: number
    readonly schemes?: readonly string[]
    readonly problem?: (raw: string) => string | undefined
  },
): Setting<Secret | Unset> =>
  setting<Secret | Unset>(options, {
    type: options.schemes ? options.schemes.join('… or ').concat('…') : 'text',
    isSecret: true,
    show: (value) => value?.reveal() ?? '',
    parse: (raw) => {
      if (typeof raw !== 'string' || raw === '') return bad('must be text')
      if (Buffer.byteLength(raw) < (options.minBytes ?? 0)) return bad(`must be at least ${options.minBytes} bytes long`)
      if (options.schemes && !options.schemes.some((scheme) => raw.startsWith(scheme))) {
        return bad(`must start with ${options.schemes.join(' or ')}`)
      }
      const problem = options.problem?.(raw)
      return problem === undefined ? good(new Secret(raw)) : bad(problem)
    },
  })

/** Plain http is allowed only where it cannot leave the machine. */
export const issuer = (options: WithoutDefault) =>
  optional(options, 'https URL', (raw) => {
    const parsed = urlOf(raw)
    const isSafe = parsed?.protocol === 'https:' || (parsed?.protocol === 'http:' && isLoopback(parsed.hostname))
    if (!parsed || !isSafe) return bad('must be a URL that starts with https://')
    return hasExtras(parsed) ? bad('must be an address without user name, query or fragment') : good(raw as string)
  })
