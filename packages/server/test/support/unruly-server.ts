import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { atEnd } from './shared.ts'

const TOO_MUCH = 3 * 1024 * 1024

// biome-ignore lint/suspicious/noExplicitAny: whatever JSON an endpoint answers with
type Json = any
type Change = (answer: Json) => Json | Promise<Json>

/**
 * A real HTTP server on a free port for the length of one test, and the ways in which it can fail those who depend on it.
 * `endpoints` are the paths that a service calls; the pages for people keep working, whatever the others do.
 */
export async function unrulyServer<Name extends string>(endpoints: Readonly<Record<Name, string>>) {
  const names = Object.keys(endpoints) as Name[]
  const requests: Name[] = []
  const manners = new Map<Name, RequestListener>()
  const changes: { readonly name: Name; readonly change: Change }[] = []
  let honest: RequestListener = (_request, response) => response.writeHead(503).end()

  const server = createServer((request, response) => {
    // With kept connections, whether a request meets a closed one after goAway would be a matter of luck.
    response.shouldKeepAlive = false
    const name = named(pathOf(request))
    if (name) requests.push(name)
    const answer = (name && manners.get(name)) ?? honest
    answer(request, response)
  })
  const named = (path: string) => names.find((name) => endpoints[name] === path)
  const listen = (port: number) => new Promise<void>((resolve) => server.listen(port, '127.0.0.1', () => resolve()))
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  await listen(0)
  atEnd(close)
  const { port } = server.address() as AddressInfo

  const treat = (chosen: readonly Name[], manner: RequestListener): void => {
    for (const name of chosen.length > 0 ? chosen : names) manners.set(name, manner)
  }
  const alter = (name: Name, change: Change): void => void changes.push({ name, change })

  return {
    url: `http://127.0.0.1:${port}`,
    /** How it answers as long as nothing else was asked for. */
    serve: (listener: RequestListener): void => {
      honest = listener
    },
    /** What is sent instead of a true answer. */
    async altered(path: string, answer: Json): Promise<Json> {
      let result = answer
      for (const { name, change } of changes) if (name === named(path)) result = await change(result)
      return result
    },
    /** Every fault lasts until `behave`; without names it befalls all endpoints. */
    faults: {
      /** The endpoints that were called, in order. */
      requests: requests as readonly Name[],
      /** Answers with something other than the truth. Changes add up. */
      alter,
      /** Accepts, and never says a word. */
      hang: (...chosen: Name[]) => treat(chosen, () => undefined),
      /** Starts to answer at once, and never comes to the end. */
      trickle: (...chosen: Name[]) => treat(chosen, stream(drops)),
      /** Sends as fast as it is read, without end. */
      flood: (...chosen: Name[]) => treat(chosen, stream(waves)),
      /** The true answer, but larger than anybody should read. */
      bloat: (...chosen: Name[]) => {
        for (const name of chosen.length > 0 ? chosen : names) alter(name, inflated)
      },
      /** Sends the caller on to the same path of another server, with everything that was posted. */
      redirectTo: (origin: string, ...chosen: Name[]) =>
        treat(chosen, (request, response) => response.writeHead(307, { location: `${origin}${request.url}` }).end()),
      fail: (...chosen: Name[]) => treat(chosen, page(500, 'Internal Server Error')),
      /** Status 200, and a page where data should be. */
      talkNonsense: (...chosen: Name[]) => treat(chosen, page(200, '<h1>Down for maintenance</h1>')),
      behave: (): void => {
        manners.clear()
        changes.length = 0
      },
      /** Nobody listens any more: connections are refused. */
      goAway: close,
      /** Listens again, where it did. */
      comeBack: () => listen(port),
      close,
    },
  }
}

export const pathOf = ({ url = '/' }: IncomingMessage): string => new URL(url, 'http://localhost').pathname

const page =
  (status: number, html: string): RequestListener =>
  (_request, response) =>
    response.writeHead(status, { 'content-type': 'text/html' }).end(html)

const inflated: Change = (answer) => {
  const padding = 'x'.repeat(TOO_MUCH)
  return Array.isArray(answer) ? [...answer, { padding }] : { ...answer, padding }
}

const stream =
  (parts: () => Iterable<string> | AsyncIterable<string>) =>
  (_request: IncomingMessage, response: ServerResponse): void => {
    response.writeHead(200, { 'content-type': 'application/json' })
    const body = Readable.from(parts())
    response.on('close', () => body.destroy())
    body.pipe(response)
  }

function* waves(): Iterable<string> {
  yield '{"padding":"'
  for (;;) yield 'x'.repeat(65_536)
}

async function* drops(): AsyncIterable<string> {
  yield '{"padding":"'
  for (;;) {
    await pause(20)
    yield 'x'
  }
}
