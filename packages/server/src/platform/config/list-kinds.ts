import { canonicalDomain } from '../kernel/email-address.ts'
import { bad, good, type Options, orNone, type Setting, setting } from './kinds.ts'
import { isCidr, isTooWide } from './network.ts'

export const list = <Item>(
  options: Omit<Options<never>, 'default'>,
  type: string,
  item: (text: string) => { value: Item } | { problem: string },
  show: (item: Item) => string = String,
  problemOf: (items: readonly Item[]) => string | undefined = () => undefined,
): Setting<readonly Item[]> =>
  setting<readonly Item[]>(
    { ...options, default: [] },
    {
      type,
      inFile: 'readonly string[] | string',
      show: (value) => value.map(show).join(','),
      parse: (raw) => {
        const items =
          typeof raw === 'string' ? raw.split(',') : Array.isArray(raw) ? (raw as readonly unknown[]).map(String) : undefined
        if (!items) return bad('must be a comma-separated list')
        const results = items
          .map((one) => one.trim())
          .filter((one) => one !== '')
          .map(item)
        const problem = results.find((result) => 'problem' in result)
        if (problem) return problem
        const values = results.flatMap((result) => ('value' in result ? [result.value] : []))
        const together = problemOf(values)
        return together === undefined ? good(values) : bad(together)
      },
    },
  )

/** A wildcard would hand the user's session to every site on the web. */
export const origins = (options: Omit<Options<never>, 'default'>): Setting<readonly string[]> =>
  list(options, 'comma-separated origins', origin)

export function origin(text: string): { value: string } | { problem: string } {
  if (text.includes('*')) return bad(`must name each origin: "${text}" is a wildcard`)
  const parsed = URL.canParse(text) ? new URL(text) : undefined
  const isHttp = parsed?.protocol === 'https:' || parsed?.protocol === 'http:'
  return parsed && isHttp && parsed.origin === text
    ? good(text)
    : bad(`"${text}" is not an origin such as https://app.example.com`)
}

export const networks = (
  options: Omit<Options<never>, 'default'>,
  danger = 'anybody could write any address into a header',
): Setting<readonly string[]> =>
  list(options, 'comma-separated addresses or CIDR ranges', (text) => {
    if (!isCidr(text)) return bad(`"${text}" is not an address or range such as 10.0.0.0/8`)
    return isTooWide(text) ? bad(`"${text}" is too wide: ${danger}`) : good(text)
  })

/** Each stands for itself alone. */
export const hosts = (options: Omit<Options<never>, 'default'>): Setting<readonly string[]> =>
  list(options, 'comma-separated host names', (text) => {
    const host = canonicalDomain(text)
    return host === undefined ? bad(`"${text}" is not the name of a host such as hooks.internal`) : good(host)
  })

/** In their ASCII form, as addresses are. Undefined unless given, because a list that is given and empty may be a mistake. */
export const domains = (options: Omit<Options<never>, 'default'>): Setting<readonly string[] | undefined> =>
  orNone(
    list(options, 'comma-separated domains', (text) => {
      const domain = canonicalDomain(text)
      return domain === undefined
        ? bad(`"${text}" is not a domain such as example.com, which stands for all names below it`)
        : good(domain)
    }),
  )
