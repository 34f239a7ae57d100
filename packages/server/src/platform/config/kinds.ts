import { formatDuration, parseDuration } from '../kernel/duration.ts'
import { isLoopback } from '../kernel/loopback.ts'
import { Secret } from '../kernel/secret.ts'

/** What a value is read from: text from flags and the environment, JSON from the file. */
export type Raw = string | number | boolean | readonly string[]

export type Profile = 'development' | 'production'

export interface Setting<Value> {
  readonly env: string
  readonly help: string
  readonly type: string
  readonly isSecret: boolean
  readonly fallback: (profile: Profile) => Value
  /** The value, or a sentence that says what is wrong with it. */
  readonly parse: (raw: Raw) => { value: Value } | { problem: string }
  /** The value as an operator would type it. */
  readonly show: (value: Value) => string
}

export interface Options<Value> {
  readonly env: string
  readonly help: string
  /** A value, or one value for each profile. */
  readonly default: Value | { readonly development: Value; readonly production: Value }
}

interface Kind<Value> {
  readonly type: string
  readonly parse: Setting<Value>['parse']
  readonly show?: Setting<Value>['show']
  readonly isSecret?: boolean
}

export const setting = <Value>(options: Options<Value>, kind: Kind<Value>): Setting<Value> => ({
  env: options.env,
  help: options.help,
  type: kind.type,
  isSecret: kind.isSecret ?? false,
  fallback: (profile) => valueFor(options.default, profile),
  parse: kind.parse,
  show: kind.show ?? String,
})

const valueFor = <Value>(given: Options<Value>['default'], profile: Profile): Value =>
  typeof given === 'object' && given !== null && profile in given ? (given as Record<Profile, Value>)[profile] : (given as Value)

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

export const optionalText = (
  options: Omit<Options<never>, 'default'> & { readonly pattern?: RegExp; readonly expected?: string },
): Setting<string | undefined> => {
  const { parse, type } = text({ ...options, default: '' })
  return setting<string | undefined>({ ...options, default: undefined }, { type, parse, show: (value) => value ?? '' })
}

export const choice = <const Value extends string>(options: Options<Value> & { readonly of: readonly Value[] }): Setting<Value> =>
  setting(options, {
    type: options.of.join(', '),
    parse: (raw) => {
      const value = options.of.find((one) => one === raw)
      return value === undefined ? bad(`must be one of ${options.of.join(', ')}`) : good(value)
    },
  })

export const flag = (options: Options<boolean>): Setting<boolean> =>
  setting(options, {
    type: 'true or false',
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
    parse: (raw) => {
      const value = typeof raw === 'number' ? raw : typeof raw === 'string' && /^\d{1,15}$/.test(raw) ? Number(raw) : Number.NaN
      return Number.isInteger(value) && value >= options.min && value <= options.max ? good(value) : bad(`must be ${expected}`)
    },
  })
}

export const optionalInteger = (
  options: Omit<Options<never>, 'default'> & { readonly min: number; readonly max: number },
): Setting<number | undefined> => {
  const { parse, type } = integer({ ...options, default: 0 })
  const show = (value: number | undefined) => (value === undefined ? '' : String(value))
  return setting<number | undefined>({ ...options, default: undefined }, { type, parse, show })
}

/** A hundred years. Much later there is no date to expire at: `new Date` would fail at the first request instead of here. */
const MAX_DURATION_MS = 36_500 * 86_400_000

/** Milliseconds in the code, `15m` or `7d` for people. */
export const duration = (
  options: Omit<Options<number>, 'default'> & { readonly default: string; readonly allowZero?: boolean },
): Setting<number> =>
  setting(
    { ...options, default: parseDuration(options.default) ?? 0 },
    {
      type: 'duration',
      show: formatDuration,
      parse: (raw) => {
        const value = typeof raw === 'string' ? parseDuration(raw) : undefined
        const isFine = value !== undefined && (value > 0 || options.allowZero === true)
        if (isFine && value > MAX_DURATION_MS) return bad(`must be at most ${formatDuration(MAX_DURATION_MS)}`)
        return isFine ? good(value) : bad('must be a duration such as 90s, 15m, 24h or 7d')
      },
    },
  )

/** A URL of one of the given schemes, without credentials, query or fragment. Undefined when unset. */
export const url = (
  options: Omit<Options<never>, 'default'> & { readonly schemes: readonly string[] },
): Setting<string | undefined> =>
  setting<string | undefined>(
    { ...options, default: undefined },
    {
      type: `${options.schemes.join(' or ')} URL`,
      show: (value) => value ?? '',
      parse: (raw) => {
        const parsed = typeof raw === 'string' && URL.canParse(raw) ? new URL(raw) : undefined
        if (!parsed || !options.schemes.some((scheme) => parsed.protocol === `${scheme}:`)) {
          return bad(`must be a URL that starts with ${options.schemes.map((scheme) => `${scheme}://`).join(' or ')}`)
        }
        if (parsed.username || parsed.password || parsed.search || parsed.hash || parsed.pathname !== '/') {
          return bad('must be a bare address such as https://id.example.com')
        }
        return good(parsed.origin)
      },
    },
  )

export const secret = <Unset extends Secret | undefined>(
  options: Omit<Options<never>, 'default'> & {
    readonly default: Unset
    readonly minBytes?: number
    readonly schemes?: readonly string[]
    /** What else is wrong with it, in words that do not repeat it. */
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

/** What a provider calls itself: an https address, perhaps with a path. Plain http only where it cannot leave the machine. */
export const issuer = (options: Omit<Options<never>, 'default'>): Setting<string | undefined> =>
  setting<string | undefined>(
    { ...options, default: undefined },
    {
      type: 'https URL',
      show: (value) => value ?? '',
      parse: (raw) => {
        const parsed = typeof raw === 'string' && URL.canParse(raw) ? new URL(raw) : undefined
        const isSafe = parsed?.protocol === 'https:' || (parsed?.protocol === 'http:' && isLoopback(parsed.hostname))
        if (!parsed || !isSafe) return bad('must be a URL that starts with https://')
        if (parsed.username || parsed.password || parsed.search || parsed.hash) {
          return bad('must be an address without user name, query or fragment')
        }
        return good(raw as string)
      },
    },
  )
