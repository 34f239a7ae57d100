import { type CookieJar, isCookie } from './cookie-jar.ts'
import { LatchkeyError } from './error.ts'
import type { Routes } from './routes.ts'

export interface Options {
  /** Where the service is: `https://id.example.com`, or empty where it is on the same origin. */
  readonly baseUrl: string
  readonly fetch?: typeof fetch
  /** Sent with every request; on a server the `cookie` of the visitor. */
  readonly headers?: Readonly<Record<string, string>>
  /** Ten seconds unless named. */
  readonly timeoutMs?: number
}

export type Route = keyof Routes & string

/** What may all be left out may be left out as a whole. */
type Given<Name extends string, Value> = Value extends undefined
  ? { readonly [N in Name]?: undefined }
  : Partial<Value> extends Value
    ? Optionally<Name, Value>
    : { readonly [N in Name]: Value }
type Optionally<Name extends string, Value> = { readonly [N in Name]?: Value | undefined }

/** What a route wants to be given. What it does not take cannot be given. */
type Input<R extends Route> = Given<'params', Routes[R]['params']> &
  Optionally<'query', Routes[R]['query']> &
  Given<'body', Routes[R]['body']>

/** Nothing has to be given where a route needs nothing. */
export type Arguments<R extends Route> = R extends Route
  ? Partial<Input<R>> extends Input<R>
    ? [input?: Input<R>]
    : [input: Input<R>]
  : never

interface Loose {
  readonly params?: Readonly<Record<string, string>> | undefined
  readonly query?: Readonly<Record<string, string | undefined>> | undefined
  readonly body?: object | undefined
}

const TIMEOUT_MS = 10_000

/** One request, and its answer as it is; or a `LatchkeyError`. On a server the jar has the visitor's cookies. */
export async function send(
  options: Options,
  route: string,
  { params = {}, query = {}, body }: Loose = {},
  jar?: CookieJar,
): Promise<Response> {
  const [method = '', path = ''] = route.split(' ')
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  const asked = new URLSearchParams(Object.entries(query).filter((pair): pair is [string, string] => pair[1] !== undefined))
  let answer: Response
  try {
    answer = await (options.fetch ?? fetch)(`${withoutSlash(options.baseUrl)}${filled}${asked.size > 0 ? `?${asked}` : ''}`, {
      method,
      credentials: 'include',
      headers: headersOf(options, body, jar),
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(options.timeoutMs ?? TIMEOUT_MS),
    })
  } catch (cause) {
    throw new LatchkeyError('unreachable', 'The service could not be reached.', undefined, cause)
  }
  jar?.take(answer)
  if (answer.ok) return answer
  const { error, message } = await json(answer).catch(() => ({}) as Record<string, unknown>)
  // A proxy in between has pages of its own.
  if (typeof error !== 'string') throw new LatchkeyError('unexpected_answer', `The answer was ${answer.status}.`, answer)
  throw new LatchkeyError(error, String(message), answer)
}

function headersOf(
  { baseUrl, headers = {} }: Options,
  body: object | undefined,
  jar: CookieJar | undefined,
): Record<string, string> {
  const cookie = jar?.header()
  return {
    accept: 'application/json',
    // No browser speaks for a server, which has to say itself that it is one that may call.
    ...(!('document' in globalThis) && URL.canParse(baseUrl) && { origin: new URL(baseUrl).origin }),
    ...(body && { 'content-type': 'application/json' }),
    ...Object.fromEntries(Object.entries(headers).filter(([name]) => !jar || !isCookie(name))),
    ...(cookie && { cookie }),
  }
}

export async function json(answer: Response): Promise<Record<string, unknown>> {
  try {
    return (await answer.json()) as Record<string, unknown>
  } catch (cause) {
    throw new LatchkeyError('unexpected_answer', 'The answer is not JSON.', answer, cause)
  }
}

/** Who is signed in, if it is the service that says so. */
export async function checked(answer: Response): Promise<Routes['GET /auth/check']['reply']> {
  const found = (await json(answer)) as unknown as Routes['GET /auth/check']['reply'] | null
  if (found?.user === undefined) throw new LatchkeyError('unexpected_answer', 'The answer is not the service’s.', answer)
  return found
}

/** Addresses are often copied with one. */
export const withoutSlash = (address: string): string => address.replace(/\/+$/, '')
