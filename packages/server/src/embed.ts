import { type IncomingMessage, METHODS, type ServerResponse } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { recognise } from './gate/access/require-session.ts'
import { checkView, checkWithData } from './gate/views/check-view.ts'
import { createService, type Seams } from './main.ts'
import { cookieNames, formerCookieNames } from './platform/config/cookie-names.ts'
import type { Config } from './platform/config/schema.ts'
import { envelope } from './platform/http/envelope.ts'
import { InFlight } from './platform/http/in-flight.ts'
import { cookieReader } from './platform/http/read-cookies.ts'
import { type ErrorCode, errors } from './platform/kernel/errors.ts'
import type { MaybePromise } from './platform/kernel/maybe-promise.ts'
import { stopTimes } from './platform/kernel/stop-times.ts'
import { createLog } from './platform/logging/create-log.ts'

/** Bodies beyond this are refused by the service; no more of them is read. */
const ENOUGH = 128 * 1024

/** To wait for it would be for ever. */
const READ_BEFORE = 'The body of this request was read before it came here: hand it over before a body parser does.'

/** What a `Request` does not know. */
interface From {
  /** The client's address, by which the limits count. */
  readonly ip?: string
}

/** A service without a port of its own, as functions, and what is behind it. */
export async function embed(config: Config, seams: Seams = {}) {
  const { log = createLog(config) } = seams
  const service = await createService(config, { ...seams, log })
  const { app, depsFor, outbox, stop } = service
  await app.ready()
  outbox.wake() // what a process that died has left behind
  const inFlight = new InFlight()
  /** A service without its database would take all people for signed out. */
  let isClosing = false
  const readCookies = cookieReader({ cookieNames: cookieNames(config), formerNames: formerCookieNames(config) })

  const call = (request: Request, from: From = {}): MaybePromise<Response> => {
    if (isClosing) return Response.json(envelope('not_ready', errors.not_ready[1]), { status: errors.not_ready[0] })
    // A parser of Node's refuses it as well, before anything of ours is asked.
    return METHODS.includes(request.method) ? injected(app, request, from) : new Response(null, { status: 400 })
  }

  const latchkey = {
    /** For `http.createServer` and for Express: hands a request to the service. */
    node(request: IncomingMessage & { originalUrl?: string }, response: ServerResponse): void {
      // Where Express has mounted it under a path, that is cut off; ours are known by all of it.
      if (request.originalUrl !== undefined) request.url = request.originalUrl
      if (isClosing) refuse(response, 'not_ready', errors.not_ready[1])
      else if (request.readableDidRead) {
        log.error({ url: request.url }, READ_BEFORE)
        refuse(response, 'internal_error', READ_BEFORE)
      } else {
        void inFlight.track(() => new Promise((resolve) => response.once('close', resolve)))
        app.routing(request, response)
      }
    },
    /** The same for programs that speak in `Request` and `Response`. */
    fetch: (request: Request, from?: From): Promise<Response> => inFlight.track(async () => call(request, from)),
    /** Who sent a request, by its headers; `user` is null without a session. It renews nothing, and no limit counts it. */
    async verify(headers: AnyHeaders, more: { readonly data?: boolean } = {}) {
      if (isClosing) throw new Error('This Latchkey is closed.')
      // Frameworks have classes of their own for it.
      const sent = isHeaders(headers) ? headers.get('cookie') : (headers['cookie'] ?? headers['Cookie'])
      const found = await recognise({ deps: depsFor() }, readCookies(sent ? [sent].flat().join('; ') : undefined))
      if (!more.data) return checkView(found?.caller)
      // The values are kept for the next question, and the program may do with its own what it likes.
      return structuredClone(checkWithData(config, found?.caller))
    },
    /** Finishes what is in flight, and closes the database. */
    async close(): Promise<void> {
      isClosing = true
      // It has no connections of its own that would tell; and those of others are not waited for without end.
      const over = new AbortController()
      const late = wait(stopTimes.cutMs, undefined, { signal: over.signal }).catch(() => undefined)
      await Promise.race([inFlight.settled(), late]).finally(() => over.abort())
      await stop()
    },
  }
  return { latchkey, service, inFlight }
}

async function injected(app: FastifyInstance, request: Request, { ip = '127.0.0.1' }: From): Promise<Response> {
  const { pathname, search } = new URL(request.url)
  const payload = await bodyOf(request)
  const reply = await app.inject({
    method: request.method as 'GET',
    url: `${pathname}${search}`,
    headers: { host: new URL(request.url).host, ...Object.fromEntries(request.headers) },
    remoteAddress: ip,
    ...(payload && { payload }),
  })
  const headers = new Headers()
  for (const [name, value] of Object.entries(reply.headers))
    for (const one of [value].flat()) if (one !== undefined) headers.append(name, String(one))
  const hasBody = request.method !== 'HEAD' && ![204, 304].includes(reply.statusCode)
  return new Response(hasBody ? new Uint8Array(reply.rawPayload) : null, { status: reply.statusCode, headers })
}

/** Without the service, which could not answer any more, or not rightly. */
function refuse(response: ServerResponse, code: ErrorCode, message: string): void {
  response.writeHead(errors[code][0], { 'content-type': 'application/json' }).end(JSON.stringify(envelope(code, message)))
}

type AnyHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>
const isHeaders = (headers: AnyHeaders): headers is Headers => typeof headers['get' as keyof AnyHeaders] === 'function'

async function bodyOf(request: Request): Promise<Buffer | undefined> {
  if (!request.body) return undefined
  const chunks: Uint8Array[] = []
  let size = 0
  // Node's streams can be walked through; the types of the web's do not say so.
  for await (const chunk of request.body as unknown as AsyncIterable<Uint8Array>) {
    chunks.push(chunk)
    size += chunk.length
    if (size > ENOUGH) break
  }
  return Buffer.concat(chunks)
}
