import { type RequestOptions, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it, onTestFinished } from 'vitest'
import { emptyDatabase } from '../support/database.ts'
import { mailServer } from '../support/mail-server.ts'
import { startServer } from '../support/server-process.ts'
import { unreadFlood } from '../support/unread-socket.ts'

const PASSWORD = 'a long sentence, 1 digit'
const MB = 1_000_000
const FLOOD_MS = 20_000
const ORIGIN = 'https://id.example.com'

/** One process as it is deployed, reached directly: a proxy would keep such clients to itself. */
async function deployed() {
  const database = await emptyDatabase()
  onTestFinished(database.drop)
  const mail = await mailServer()
  const server = await startServer(
    {
      NODE_ENV: 'production',
      HOST: '127.0.0.1',
      PUBLIC_URL: ORIGIN,
      DATABASE_URL: database.url,
      SMTP_URL: mail.url,
      METRICS_PORT: '0',
    },
    database.directory,
  )
  const metrics = /"metrics":"(http[^"]+)"/.exec(server.output())?.[1] ?? ''
  const memory = async () => Number(/^process_resident_memory_bytes (.+)$/m.exec(await (await fetch(metrics)).text())?.[1])
  return { server, memory }
}

const statusOf = (options: RequestOptions, body?: unknown): Promise<number> =>
  new Promise((resolve, reject) => {
    const call = request({ host: '127.0.0.1', localAddress: '127.0.0.2', ...options }, (reply) => {
      reply.resume().on('end', () => resolve(reply.statusCode ?? 0))
    })
    call.on('error', reject)
    call.end(body === undefined ? undefined : JSON.stringify(body))
  })

describe('clients that pipeline and never read, while others work', () => {
  it('hold nobody up, cost little memory and do not keep the process from ending', async () => {
    const { server, memory } = await deployed()
    const ada = { email: 'ada@example.com', password: PASSWORD, name: 'Ada' }
    const signedUp = await server.post('/auth/register', ada, { origin: ORIGIN })
    expect(signedUp.status).toBe(201)
    const cookies = signedUp.headers.getSetCookie().map((line) => line.split(';')[0])
    const cookie = cookies.join('; ')
    const before = await memory()
    const port = Number(new URL(server.url).port)
    const bytesFor = (target: string) => `GET ${target} HTTP/1.1\r\nHost: id.example.com\r\n\r\n`.repeat(200)
    const floods = ['/auth/check', '/openapi.json', '/sign-in'].map((target) => unreadFlood(port, 20, bytesFor(target)))

    const seen = new Set<number>()
    let slowest = 0
    const end = performance.now() + FLOOD_MS
    /** Once a second, from another address than the flood: that one is over its limit. */
    const keepAsking = async (options: RequestOptions, body?: unknown): Promise<void> => {
      while (performance.now() < end) {
        const begun = performance.now()
        seen.add(await statusOf({ ...options, port }, body))
        slowest = Math.max(slowest, performance.now() - begun)
        await sleep(1000)
      }
    }
    const me = { path: '/auth/me', headers: { cookie } }
    const login = { path: '/auth/login', method: 'POST', headers: { origin: ORIGIN, 'content-type': 'application/json' } }
    let most = 0
    const watch = async (): Promise<void> => {
      while (performance.now() < end) {
        most = Math.max(most, (await memory()) - before)
        await sleep(250)
      }
    }
    await Promise.all([keepAsking(me), keepAsking(me), keepAsking(login, ada), watch()])
    expect([...seen]).toEqual([200])
    expect(most).toBeLessThan(250 * MB)
    expect(slowest).toBeLessThan(5000)

    const askedAt = performance.now()
    server.kill('SIGTERM')
    expect(await server.exited).toBe(0)
    expect(performance.now() - askedAt).toBeLessThan(12_000)
    await Promise.all(floods.map((flood) => flood.end()))
  })
})
