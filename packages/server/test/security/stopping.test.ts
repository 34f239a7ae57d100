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
const SLACK_MS = 1500

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

describe('a process that is asked to stop ends within ten seconds', () => {
  it('while its mail server hangs, and the next process sends what was cut off', async () => {
    const { url, directory } = await database()
    const mail = await mailServer('hangs in DATA')
    const settings = { DATABASE_URL: url, SMTP_URL: mail.url }
    const server = await startServer(settings, directory)
    expect((await server.post('/auth/register', { email: EMAIL, password: PASSWORD, name: 'Ada' })).status).toBe(201)
    expect((await server.post('/auth/forgot-password', { email: EMAIL })).status).toBe(200)
    await expect.poll(() => mail.offered.length, { timeout: 5000 }).toBe(1)
    await expectEndOf(server, LIMIT_MS - 500) // the mail itself would be waited for that long
    mail.treat('accepts')
    await startServer(settings, directory)
    expect((await mail.newest(EMAIL)).recipients).toEqual([EMAIL])
  })

  it('while its mail server does not even greet', async () => {
    const { url, directory } = await database()
    const mail = await mailServer('hangs at the greeting')
    const server = await startServer({ DATABASE_URL: url, SMTP_URL: mail.url }, directory)
    const asked = unanswered(server.post('/auth/forgot-password', { email: EMAIL }))
    await expect.poll(mail.connections, { timeout: 5000 }).toBeGreaterThan(0)
    await expectEndOf(server)
    await asked
  })

  it('while a provider hangs', async () => {
    const { url, directory } = await database()
    const provider = await unrulyServer({ discovery: '/.well-known/openid-configuration' })
    provider.faults.hang()
    const settings = { OAUTH_CORP_ISSUER: provider.url, OAUTH_CORP_CLIENT_ID: 'x', OAUTH_CORP_CLIENT_SECRET: 'a secret' }
    const server = await startServer({ DATABASE_URL: url, ...settings }, directory)
    const asked = unanswered(fetch(`${server.url}/auth/oauth/corp`))
    await expect.poll(() => provider.faults.requests.length, { timeout: 5000 }).toBe(1)
    await expectEndOf(server)
    await asked
  })

  it('while somebody does not read a large answer', async () => {
    const { url, directory } = await database()
    const logo = path.join(directory, 'logo.png')
    writeFileSync(logo, Buffer.alloc(40_000_000, 1))
    const server = await startServer({ DATABASE_URL: url, PAGES_LOGO: logo }, directory)
    const page = await (await fetch(`${server.url}/sign-in`)).text()
    const [, target = ''] = /src="(\/assets\/logo[^"]+)"/.exec(page) ?? []
    const { socket } = await unreadSocket(Number(new URL(server.url).port), `GET ${target} HTTP/1.1\r\nHost: x\r\n\r\n`)
    socket.resume()
    await once(socket, 'data')
    socket.pause()
    await expectEndOf(server)
  })

  it.skipIf(inject('engine') === 'sqlite')('while PostgreSQL does not answer', async () => {
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
    await expectEndOf(server)
    await Promise.all(asked)
  })
})
