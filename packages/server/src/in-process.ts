import type { IncomingMessage, ServerResponse } from 'node:http'
import { cookieNames } from './config/cookie-names.ts'
import { loadConfig } from './config/load-config.ts'
import { recognise } from './core/access/require-session.ts'
import { checkView } from './core/views/check-view.ts'
import { cookieReader } from './http/read-cookies.ts'
import { createService } from './main.ts'

/** Bodies beyond this are refused by the service; no more of them is read. */
const ENOUGH = 128 * 1024

/** What a `Request` does not know. */
interface From {
  /** The client's address, by which the limits count. */
  readonly ip?: string
}

let isOpen = false

/**
 * The service inside another program: the same routes, pages and refusals, with the same database, and no port of its own. The settings
 * are those of the configuration file, and the environment goes before them as ever.
 */
export async function createLatchkey(settings: object = {}) {
  if (isOpen) throw new Error('There is one Latchkey in this process already: close it first.')
  isOpen = true
  try {
    return await open(settings)
  } catch (error) {
    isOpen = false
    throw error
  }
}

async function open(settings: object) {
  const config = loadConfig({ env: process.env, cwd: process.cwd(), values: settings })
  const { app, depsFor, outbox, stop } = await createService(config)
  await app.ready()
  outbox.wake() // what a process that died has left behind
  const readCookies = cookieReader(cookieNames(config))

  const call = async (request: Request, { ip = '127.0.0.1' }: From = {}): Promise<Response> => {
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

  return {
    /** For `http.createServer` and for Express: hands a request to the service. */
    node: (request: IncomingMessage, response: ServerResponse): void => app.routing(request, response),
    /** The same for programs that speak in `Request` and `Response`. */
    fetch: call,
    /** Who sent a request, by its headers; `user` is null without a session. It renews nothing, and no limit counts it. */
    async verify(headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>) {
      const sent = headers instanceof Headers ? headers.get('cookie') : headers['cookie']
      const found = await recognise({ deps: depsFor() }, readCookies(sent ? [sent].flat().join('; ') : undefined))
      return checkView(found?.caller)
    },
    /** Finishes what is in flight, and closes the database. */
    async close(): Promise<void> {
      await stop()
      isOpen = false
    },
  }
}

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
