import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { verifyWebhook, type WebhookEvent } from '../../../client/src/server.ts'
import { atEnd } from './shared.ts'

export const HOOK_SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'

export type Question = Extract<WebhookEvent, { readonly type: 'registration.asked' }>
/** The body of an answer, as it is or as JSON; with a status that is not 200. */
export type Verdict = string | object | readonly [status: number, body: string]

/** A server of the operator's that is asked before an account is made. What is not signed it does not answer. */
export async function registrationHook(verdict: (asked: Question) => Verdict | Promise<Verdict> = () => ({ allow: true })) {
  const asked: { readonly id: string; readonly event: Question; readonly headers: IncomingHttpHeaders }[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const { headers } = request
    // The services of tests live in other times than their receivers.
    const at = Number(headers['webhook-timestamp']) * 1000
    const received = await verifyWebhook({ headers, body: new Uint8Array(Buffer.concat(chunks)) }, HOOK_SECRET, at)
    if (received.status === 'refused' || received.event.type !== 'registration.asked') return void response.destroy()
    asked.push({ id: received.id, event: received.event, headers })
    const answer = await verdict(received.event)
    const [status, body] = Array.isArray(answer) ? answer : [200, typeof answer === 'string' ? answer : JSON.stringify(answer)]
    response.writeHead(status, { 'content-type': 'application/json' }).end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const close = async (): Promise<void> => {
    server.closeAllConnections()
    await new Promise<void>((resolve) => server.close(() => resolve()))
  }
  atEnd(close)
  const { port } = server.address() as AddressInfo
  return {
    asked,
    close,
    env: { REGISTRATION_HOOK_URL: `http://127.0.0.1:${port}/newcomers`, REGISTRATION_HOOK_SECRET: HOOK_SECRET },
  }
}
