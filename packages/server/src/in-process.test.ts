import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { emptyDatabase } from '../test/support/database.ts'
import { smtpInbox } from '../test/support/smtp-inbox.ts'
import { PASSWORD } from '../test/support/world.ts'
import type { createLatchkey as declared, Settings } from '../types/index.d.ts'
import { createLatchkey } from './in-process.ts'

const ORIGIN = 'http://localhost:3000'
const ada = { email: 'ada@example.com', password: PASSWORD, name: 'Ada' }

async function inProcess(more: Settings = {}) {
  const database = await emptyDatabase()
  onTestFinished(database.drop)
  const settings: Settings = {
    storage: { url: database.url },
    security: { secret: 'a secret for tests, 32 bytes and more' },
    server: { logLevel: 'silent' },
    ...more,
  }
  const latchkey = await createLatchkey(settings)
  onTestFinished(latchkey.close)
  return latchkey
}

const register = (headers: Record<string, string> = {}) =>
  new Request(`${ORIGIN}/auth/register`, {
    method: 'POST',
    headers: { origin: ORIGIN, 'content-type': 'application/json', ...headers },
    body: JSON.stringify(ada),
  })

const cookieOf = (answer: Response): string =>
  answer.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')

/** Never called: the compiler reads it. */
export function compiled(create: typeof declared): unknown[] {
  createLatchkey satisfies typeof declared
  return [
    create(),
    // @ts-expect-error: there is no such setting
    create({ server: { publicURL: 'https://id.example.com' } }),
    // @ts-expect-error: there is no such group
    create({ servers: {} }),
    // @ts-expect-error: a port is a number
    create({ server: { port: 'any' } }),
    // @ts-expect-error: a lifetime has a unit
    create({ sessions: { ttl: '24' } }),
    // @ts-expect-error: there is no such level
    create({ server: { logLevel: 'loud' } }),
    // @ts-expect-error: a provider has no such setting
    create({ oauth: { providers: { google: { clientID: 'x' } } } }),
  ]
}

describe('the service in another program', () => {
  it('takes settings of each kind as its types say', async () => {
    const corp = { clientId: 'id', clientSecret: 'secret', issuer: 'https://corp.example', responseMode: 'form_post' } as const
    const { fetch: call } = await inProcess({
      server: { publicUrl: ORIGIN, workers: 'auto', stopDelay: '0s', logLevel: 'silent', trustedProxies: ['10.0.0.0/8'] },
      security: { secret: 'a secret for tests, 32 bytes and more', allowedOrigins: 'https://a.example,https://b.example' },
      sessions: { ttl: '90m', maxPerAccount: 3 },
      registration: { allowPublic: false },
      oauth: { providers: { corp } },
    })
    expect((await call(register())).status).toBe(403)
    const providers = await call(new Request(`${ORIGIN}/auth/oauth/providers`))
    expect(await providers.json()).toMatchObject({ available: ['corp'] })
  })

  it('answers requests, and verifies headers', async () => {
    const latchkey = await inProcess()
    const answer = await latchkey.fetch(register())
    expect([answer.status, await answer.json()]).toMatchObject([201, { user: { email: ada.email } }])
    const cookie = cookieOf(answer)
    expect(await latchkey.verify(new Headers({ cookie }))).toMatchObject({ user: { email: ada.email }, secondFactorAt: null })
    expect(await latchkey.verify({})).toEqual({ user: null, session: null, secondFactorAt: null })
    await latchkey.fetch(new Request(`${ORIGIN}/auth/logout`, { method: 'POST', headers: { origin: ORIGIN, cookie } }))
    expect(await latchkey.verify({ cookie })).toMatchObject({ user: null })
  })

  it('keeps the values of declared fields to itself: what a program does with its own is seen by nobody else', async () => {
    const fields = { tags: { type: 'list', access: 'owner', default: ['a'] }, plan: { type: 'text', default: 'free' } } as const
    const latchkey = await inProcess({ data: { fields } })
    const cookie = cookieOf(await latchkey.fetch(register()))
    const asked = () => latchkey.verify({ cookie }, { data: true })
    const expected = { data: { tags: ['a'], plan: 'free' } }
    const first = await asked()
    expect(first).toMatchObject(expected)
    const { data: values } = first as unknown as { readonly data: { tags: string[]; plan: string } }
    values.plan = 'pro'
    values.tags.push('b')
    expect(await asked()).toMatchObject(expected)
    const check = await latchkey.fetch(new Request(`${ORIGIN}/auth/check?data=true`, { headers: { cookie } }))
    expect(await check.json()).toMatchObject(expected)
  })

  it('refuses what the service refuses', async () => {
    const { fetch: call } = await inProcess()
    expect((await call(register({ origin: 'https://evil.example' }))).status).toBe(403)
    const large = new Request(`${ORIGIN}/auth/login`, {
      method: 'POST',
      headers: { origin: ORIGIN, 'content-type': 'application/json' },
      body: 'x'.repeat(10_000_000),
    })
    expect((await call(large)).status).toBe(413)
    expect((await call(new Request(`${ORIGIN}/auth/me`, { method: 'HEAD' }))).status).toBe(401)
    expect((await call(new Request(`${ORIGIN}/auth/me`, { method: 'FOO' }))).status).toBe(400)
    expect((await call(new Request(`${ORIGIN}/auth/me`, { method: 'PROPFIND' }))).status).toBe(405)
  })

  it('takes requests of a server of yours', async () => {
    const { node } = await inProcess()
    const server = createServer((request, response) => (request.url === '/' ? response.end('my app') : node(request, response)))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void server.close())
    const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    expect(await (await fetch(address)).text()).toBe('my app')
    expect(await (await fetch(`${address}/auth/check`)).json()).toMatchObject({ user: null })
    expect((await fetch(`${address}/sign-in`)).status).toBe(200)
  })

  it('is mounted in Express under its paths, and says at once that it came behind a body parser', async () => {
    const { node } = await inProcess()
    // What Express does to a path that something is mounted under, and a parser to a body.
    const server = createServer(async (request, response) => {
      if (request.url === '/auth/login') await request.toArray()
      node(
        Object.assign(request, { originalUrl: request.url ?? '', url: request.url?.replace(/^\/[\w-]+/, '') || '/' }),
        response,
      )
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void server.close())
    const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const post = (at: string) => {
      const headers = { origin: ORIGIN, 'content-type': 'application/json' }
      return fetch(address + at, { method: 'POST', headers, body: JSON.stringify(ada) })
    }
    expect(await (await fetch(`${address}/auth/check?a=b`)).json()).toMatchObject({ user: null })
    expect((await fetch(`${address}/sign-in`)).status).toBe(200)
    expect((await post('/auth/register')).status).toBe(201)
    const late = await post('/auth/login')
    expect([late.status, await late.json()]).toMatchObject([500, { message: expect.stringContaining('body parser') }])
  })

  it('sends the mail that waits, also what one before it has left behind', async () => {
    const mail = await smtpInbox()
    onTestFinished(mail.close)
    const database = await emptyDatabase()
    onTestFinished(database.drop)
    const more = { storage: { url: database.url }, mail: { smtpUrl: mail.url } }
    const before = await inProcess(more)
    await before.fetch(register())
    const headers = { 'content-type': 'application/json', origin: ORIGIN }
    const forgot = async (email: string) => {
      const init = { method: 'POST', headers, body: JSON.stringify({ email }) }
      return (await before.fetch(new Request(`${ORIGIN}/auth/forgot-password`, init))).status
    }
    // The mail server is seen, so that the next request is taken; then it is gone.
    expect(await forgot('nobody@example.com')).toBe(200)
    await mail.goAway()
    expect(await forgot(ada.email)).toBe(200)
    await before.close()
    expect(mail.mails).toEqual([])
    await mail.comeBack()
    await inProcess(more)
    await expect.poll(() => mail.mails.length).toBe(1)
  })

  it('finishes what is in flight before it closes', async () => {
    const latchkey = await inProcess()
    const server = createServer(latchkey.node)
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void server.close())
    const came = once(server, 'request')
    const { method, headers } = register()
    const body = JSON.stringify({ ...ada, email: 'grace@example.com' })
    const { port } = server.address() as AddressInfo
    const answers = [fetch(`http://127.0.0.1:${port}/auth/register`, { method, headers, body })]
    await came
    answers.push(latchkey.fetch(register()))
    await latchkey.close()
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([201, 201])
  })

  it('answers not_ready once it is closed, and takes no visitor for signed out', async () => {
    const latchkey = await inProcess()
    const cookie = cookieOf(await latchkey.fetch(register()))
    const server = createServer(latchkey.node)
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void server.close())
    await latchkey.close()
    const { port } = server.address() as AddressInfo
    const asked = new Request(`${ORIGIN}/auth/check`, { headers: { cookie } })
    const answers = [await fetch(`http://127.0.0.1:${port}/auth/check`, { headers: { cookie } }), await latchkey.fetch(asked)]
    for (const answer of answers)
      expect([answer.status, await answer.json()]).toEqual([503, expect.objectContaining({ error: 'not_ready' })])
    await expect(latchkey.verify({ cookie })).rejects.toThrow('closed')
  })

  it('takes settings that are left open, and headers of any class', async () => {
    const { verify, fetch: call } = await inProcess({ cookies: { domain: undefined }, mail: undefined })
    const cookie = cookieOf(await call(register()))
    const foreign = { get: (name: string) => (name === 'cookie' ? cookie : null) } as Headers
    for (const headers of [foreign, { Cookie: cookie }, { cookie: [cookie] }])
      expect(await verify(headers)).toMatchObject({ user: { email: ada.email } })
  })

  it('is there once, and again after it was closed', async () => {
    const latchkey = await inProcess()
    await expect(createLatchkey()).rejects.toThrow('one Latchkey in this process already')
    await latchkey.close()
    const next = await inProcess()
    await latchkey.close()
    await expect(createLatchkey()).rejects.toThrow('one Latchkey in this process already')
    await next.close()
    await (await inProcess()).close()
  })

  it('reports every problem of its settings, and can be tried again', async () => {
    const refused = createLatchkey({ server: { port: 'x' }, nothing: { at: 1 } })
    await expect(refused).rejects.toThrow('server.port (the configuration): must be')
    await expect(refused).rejects.toThrow('nothing (the configuration): no such setting')
    await inProcess()
  })
})
