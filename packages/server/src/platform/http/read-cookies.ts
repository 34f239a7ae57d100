import type { PresentedCookies } from '../kernel/cookies.ts'
import type { HttpSettings } from './app-options.ts'

export interface RequestCookies extends PresentedCookies {
  readonly csrf: string | undefined
  readonly device: string | undefined
  readonly language: string | undefined
  /** Names of other settings under which session and refresh cookies came. */
  readonly formerNames: readonly string[]
}

const NONE: RequestCookies = {
  session: undefined,
  refresh: undefined,
  formerRefresh: undefined,
  binding: undefined,
  oauth: new Map(),
  newcomer: undefined,
  mailbox: undefined,
  signInCode: undefined,
  oidc: undefined,
  arrival: undefined,
  passkey: undefined,
  back: undefined,
  held: undefined,
  appSession: undefined,
  appNonce: undefined,
  plainAppSession: undefined,
  plainAppNonce: undefined,
  csrf: undefined,
  device: undefined,
  language: undefined,
  isDoubled: false,
  formerNames: [],
}

/** A name that comes twice counts as absent: a sibling subdomain can plant a second cookie, and may know which one a parser picks. */
export function cookieReader({ cookieNames, formerNames }: Pick<HttpSettings, 'cookieNames' | 'formerNames'>) {
  const { oauth: attempt, ...names } = cookieNames
  const former = new Set([...formerNames.session, ...formerNames.refresh])
  const fields = new Map(Object.entries(names).map(([field, name]) => [name, field as keyof typeof names]))

  return (header: string | undefined): RequestCookies => {
    if (header === undefined) return NONE
    const found: { -readonly [Name in keyof RequestCookies]: RequestCookies[Name] } = { ...NONE }
    const met: string[] = []
    const old: (readonly [name: string, value: string])[] = []
    // Not `split`, which would cost as much as all the rest of this function.
    for (let start = 0, end = 0; start < header.length; start = end + 1) {
      const semicolon = header.indexOf(';', start)
      end = semicolon < 0 ? header.length : semicolon
      const pair = header.slice(start, end)
      const equals = pair.indexOf('=')
      const name = pair.slice(0, equals).trim()
      const field = fields.get(name)
      if (field === undefined && former.has(name)) old.push([name, pair.slice(equals + 1).trim()])
      if (equals < 0 || field === undefined) continue
      const isAgain = met.includes(field)
      if (isAgain) found.isDoubled = true
      found[field] = isAgain ? undefined : pair.slice(equals + 1).trim()
      met.push(field)
    }
    if (header.includes(attempt)) found.oauth = attemptsIn(header, attempt)
    return old.length > 0 ? { ...found, ...formerIn(old, formerNames.refresh) } : found
  }
}

/** Of several names the safest counts, and a neighbour who adds another cookie of that name gains nothing. */
function formerIn(old: readonly (readonly [name: string, value: string])[], names: readonly string[]) {
  const name = names.find((one) => old.some(([met]) => met === one))
  const [first, second] = old.filter(([met]) => met === name)
  return {
    formerRefresh: first && !second ? { name: first[0], token: first[1] } : undefined,
    formerNames: [...new Set(old.map(([met]) => met))],
  }
}

const ATTEMPT = /^([\w-]{8})\s*=(.*)$/

/** Each attempt has a cookie of its own, with the name of the attempt behind the prefix. */
function attemptsIn(header: string, prefix: string): PresentedCookies['oauth'] {
  const found = new Map<string, string | undefined>()
  for (const pair of header.split(';')) {
    const text = pair.trim()
    const [, name, value = ''] = (text.startsWith(prefix) && ATTEMPT.exec(text.slice(prefix.length))) || []
    if (name !== undefined) found.set(name, found.has(name) ? undefined : value.trim())
  }
  return found
}
