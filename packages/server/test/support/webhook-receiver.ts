import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { seal } from './sealed.ts'
import { atEnd } from './shared.ts'
import type { World } from './world.ts'

export interface Received {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
  // biome-ignore lint/suspicious/noExplicitAny: whatever JSON a webhook says
  readonly event: any
}

/** The network of receivers in tests. */
export const RECEIVERS = { WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8' }

/** A server that is told of events, and answers what the test wants it to. */
export async function webhookReceiver() {
  const received: Received[] = []
  let atOnce = 0
  let mostAtOnce = 0
  let answer: (response: ServerResponse, received: Received) => unknown = (response) => response.writeHead(204).end()
  const server = createServer(async (request, response) => {
    mostAtOnce = Math.max(mostAtOnce, ++atOnce)
    response.once('close', () => atOnce--)
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const body = Buffer.concat(chunks).toString()
    const one = { path: request.url ?? '', headers: request.headers, body, event: JSON.parse(body) }
    received.push(one)
    answer(response, one)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const close = async (): Promise<void> => {
    server.closeAllConnections()
    await new Promise<void>((resolve) => server.close(() => resolve()))
  }
  atEnd(close)
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/hooks`,
    received,
    types: (): readonly string[] => received.map(({ event }) => event.type),
    mostAtOnce: () => mostAtOnce,
    answers: (how: typeof answer): void => {
      answer = how
    },
    close,
  }
}

/** As the sealer and the upkeep do by themselves: what has happened is numbered, and told. */
export async function tell(here: Pick<World, 'depsFor' | 'purge' | 'idle'>): Promise<void> {
  await seal(here)
  await here.purge.run()
  await here.idle()
}
