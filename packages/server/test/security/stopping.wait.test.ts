import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, inject, it, onTestFinished } from 'vitest'
import { emptyDatabase } from '../support/database.ts'
import { faultProxy } from '../support/fault-proxy.ts'
import { EMAIL } from '../support/limited.ts'
import { mailServer } from '../support/mail-server.ts'
import { type ServerProcess, startServer } from '../support/server-process.ts'
import { unreadSocket } from '../support/unread-socket.ts'
import { unrulyServer } from '../support/unruly-server.ts'
import { PASSWORD } from '../support/world.ts'

const LIMIT_MS = 10_000
/** For a machine that does other things as well. */
const SLACK_MS = 8000

async function database() {
  const one = await emptyDatabase()
  onTestFinished(one.drop)
  return one
}

/** Asks it to stop. It does, in time, and says that all is well. */
async function expectEndOf(server: ServerProcess, limitMs = LIMIT_MS + SLACK_MS): Promise<void> {
  const askedAt = performance.now()
  server.kill('SIGTERM')
  expect(await server.exited).toBe(0)
  expect(performance.now() - askedAt).toBeLessThan(limitMs)
}

/** A request that is not answered before its server has gone. */
const unanswered = async (request: Promise<unknown>): Promise<void> => void (await request.catch(() => undefined))

/** Everything up to the moment in which it is asked to stop; returns the rest. */
type Situation = () => Promise<() => Promise<void>>

const situations: Readonly<Record<string, Situation>> = {
  async 'while its mail server hangs, and the next process sends what was cut off'() {
    const { url, directory } = await database()
    const mail = await mailServer('hangs in DATA')
    const settings = { DATABASE_URL: url, SMTP_URL: mail.url }
    const server = await startServer(settings, directory)
    expect((await server.post('/auth/register', { email: EMAIL, password: PASSWORD, name: 'Ada' })).status).toBe(201)
    expect((await server.post('/auth/forgot-password', { email: EMAIL })).status).toBe(200)
    await expect.poll(() => mail.offered.length).toBe(1)
    return async () => {
      await expectEndOf(server, LIMIT_MS - 500) // the mail itself would be waited for that long
      mail.treat('accepts')
      await startServer(settings, directory)
      expect((await mail.newest(EMAIL)).recipients).toEqual([EMAIL])
    }
  },

  async 'while its mail server does not even greet'() {
    const { url, directory } = await database()
    const mail = await mailServer('hangs at the greeting')
    const server = await startServer({ DATABASE_URL: url, SMTP_URL: mail.url }, directory)
    const asked = unanswered(server.post('/auth/forgot-password', { email: EMAIL }))
    await expect.poll(mail.connections).toBeGreaterThan(0)
    return async () => {
      await expectEndOf(server)
      await asked
    }
  },

  async 'while a provider hangs'() {
    const { url, directory } = await database()
    const provider = await unrulyServer({ discovery: '/.well-known/openid-configuration' })
    provider.faults.hang()
    const settings = { OAUTH_CORP_ISSUER: provider.url, OAUTH_CORP_CLIENT_ID: 'x', OAUTH_CORP_CLIENT_SECRET: 'a secret' }
    const server = await startServer({ DATABASE_URL: url, ...settings }, directory)
    const asked = unanswered(fetch(`${server.url}/auth/oauth/corp`))
    await expect.poll(() => provider.faults.requests.length).toBe(1)
    return async () => {
      await expectEndOf(server)
      await asked
    }
  },

  async 'while somebody does not read a large answer'() {
    const { url, directory } = await database()
    const logo = path.join(directory, 'logo.png')
    writeFileSync(logo, Buffer.alloc(40_000_000, 1))
    const server = await startServer({ DATABASE_URL: url, PAGES_LOGO: logo }, directory)
    const page = await (await fetch(`${server.url}/sign-in`)).text()
    const [, target = ''] = /src="(\/_latchkey\/logo[^"]+)"/.exec(page) ?? []
    const { socket } = await unreadSocket(Number(new URL(server.url).port), `GET ${target} HTTP/1.1\r\nHost: x\r\n\r\n`)
    socket.resume()
    await once(socket, 'data')
    socket.pause()
    return async () => {
      await expectEndOf(server)
    }
  },
}

const onPostgres: Readonly<Record<string, Situation>> = {
  async 'while PostgreSQL does not answer'() {
    const { url, directory } = await database()
    const address = new URL(url)
    const proxy = await faultProxy(Number(address.port))
    onTestFinished(proxy.close)
    address.port = String(proxy.port)
    const server = await startServer({ DATABASE_URL: address.href }, directory)
    expect((await server.post('/auth/register', { email: EMAIL, password: PASSWORD, name: 'Ada' })).status).toBe(201)
    proxy.goDeaf()
    const asked = Array.from({ length: 30 }, () => unanswered(server.post('/auth/login', { email: EMAIL, password: PASSWORD })))
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200)
    return async () => {
      await expectEndOf(server)
      await Promise.all(asked)
    }
  },
}

/** In one test, because each of them waits up to ten real seconds; and none is asked before all have started. */
describe('a process that is asked to stop ends within ten seconds', () => {
  it('while its mail server, a provider, a reader or its database does not answer', async () => {
    const all = Object.entries(inject('engine') === 'sqlite' ? situations : { ...situations, ...onPostgres })
    const ready = await Promise.all(all.map(async ([name, situation]) => [name, await situation()] as const))
    const ended = ready.map(([name, stop]) =>
      stop().then(
        () => undefined,
        (error) => `${name}: ${error}`,
      ),
    )
    expect((await Promise.all(ended)).filter((failure) => failure !== undefined)).toEqual([])
  })
})
