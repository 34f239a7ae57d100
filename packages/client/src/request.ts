import { type CookieJar, isCookie } from './cookie-jar.ts'
import { LatchkeyError } from './error.ts'
import type { Routes } from './routes.ts'

/** Where the service is, and how it is asked. */
export interface Options {
  /** `https://id.example.com`, or empty where the service is on the same origin. */
  readonly baseUrl: string
  /** The service's `BASE_PATH`, below which `/admin` is. Where `/auth` has moved as well, it belongs to `baseUrl` instead. */
  readonly basePath?: string
  readonly fetch?: typeof fetch
  /** Sent with every request; on a server with the `cookie` of the visitor. */
  readonly headers?: Readonly<Record<string, string>>
  /** Ten seconds unless named. */
  readonly timeoutMs?: number
}

export type Route = keyof Routes & string

/** A part whose fields are all optional may be left out as a whole. */
type Part<Name extends string, Value> = Value extends undefined
  ? { readonly [N in Name]?: undefined }
  : Partial<Value> extends Value
    ? Optionally<Name, Value>
    : { readonly [N in Name]: Value }
type Optionally<Name extends string, Value> = { readonly [N in Name]?: Value | undefined }

type Input<R extends Route> = Part<'params', Routes[R]['params']> &
  Optionally<'query', Routes[R]['query']> &
  Part<'body', Routes[R]['body']>

export type Arguments<R extends Route> = R extends Route
  ? Partial<Input<R>> extends Input<R>
    ? [input?: Input<R>]
    : [input: Input<R>]
  : never

interface AnyInput {
  readonly params?: Readonly<Record<string, string>> | undefined
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>> | undefined
  readonly body?: object | undefined
}

/** Throws a `LatchkeyError` unless the answer is a success. On a server the jar has the visitor's cookies. */
export async function send(
  options: Options,
  route: string,
  { params = {}, query = {}, body }: AnyInput = {},
  jar?: CookieJar,
): Promise<Response> {
  const [method = '', path = ''] = route.split(' ')
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  const asked = Object.entries(query).flatMap(([name, value]): [string, string][] =>
    value === undefined ? [] : [[name, `${value}`]],
  )
  const search = new URLSearchParams(asked)
  const base = withoutSlash(options.baseUrl) + (path.startsWith('/admin') ? (options.basePath ?? '') : '')
  let answer: Response
  try {
    answer = await (options.fetch ?? fetch)(`${base}${filled}${search.size > 0 ? `?${search}` : ''}`, {
      method,
      credentials: 'include',
      headers: headersOf(options, body, jar),
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(options.timeoutMs ?? 10_000),
    })
  } catch (cause) {
    throw new LatchkeyError('unreachable', 'The service could not be reached.', undefined, cause)
  }
  jar?.take(answer)
  if (answer.ok) return answer
  const { error, message } = await json(answer).catch(() => ({}) as Record<string, unknown>)
  // A proxy in between may answer with a page of its own.
  if (typeof error !== 'string') throw new LatchkeyError('unexpected_answer', `The answer was ${answer.status}.`, answer)
  throw new LatchkeyError(error, String(message), answer)
}

function headersOf({ baseUrl, headers = {} }: Options, body?: object, jar?: CookieJar): Record<string, string> {
  const cookie = jar?.header()
  return {
    accept: 'application/json',
    // A browser sends its origin; a server has to send an allowed one itself.
    ...(!('document' in globalThis) && URL.canParse(baseUrl) && { origin: new URL(baseUrl).origin }),
    ...(body && { 'content-type': 'application/json' }),
    ...Object.fromEntries(Object.entries(headers).filter(([name]) => !jar || !isCookie(name))),
    ...(cookie && { cookie }),
  }
}

export async function json(answer: Response): Promise<Record<string, unknown>> {
  try {
    const isLines = answer.headers.get('content-type')?.startsWith('application/x-ndjson')
    const read = isLines ? `[${(await answer.text()).trimEnd().replaceAll('\n', ',')}]` : await answer.text()
    return JSON.parse(read) as Record<string, unknown>
  } catch (cause) {
    throw new LatchkeyError('unexpected_answer', 'The answer is not JSON.', answer, cause)
  }
}

/** Fails unless the answer really comes from the service. */
export async function checked(answer: Response): Promise<Routes['GET /auth/check']['reply']> {
  const found = (await json(answer)) as unknown as Routes['GET /auth/check']['reply'] | null
  if (found?.user === undefined) throw new LatchkeyError('unexpected_answer', 'The answer is not the service’s.', answer)
  return found
}

/** Addresses are often copied with a slash at the end. */
export const withoutSlash = (address: string): string => address.replace(/\/+$/, '')
