import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, request } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { startCommand } from '../support/command-process.ts'
import { emptyDatabase } from '../support/database.ts'
import { freePort } from '../support/free-port.ts'
import { startServer } from '../support/server-process.ts'

const root = path.resolve(import.meta.dirname, '../../../..')

type Proxy = keyof typeof proxies

interface Setting {
  /** `localhost` has our own cookies, any other has sessions of its own. */
  readonly host?: string
  readonly more?: Record<string, string>
  /** Paths that all may see. */
  readonly open?: readonly string[]
  /** The service is at the application's own address, below a path. */
  readonly isBeside?: boolean
}

/** The service, a Python application, and a proxy with exactly what `latchkey forward-auth config` prints for it. */
async function guarded(
  proxy: Proxy,
  start = startApp,
  { host = 'localhost', more = {}, open = [], isBeside = false }: Setting = {},
) {
  const database = await emptyDatabase()
  onTestFinished(database.drop)
  const [servicePort, proxyPort, appPort] = [await freePort(), await freePort(), await freePort()]
  const app = `http://${host}:${proxyPort}`
  const env = {
    PORT: String(servicePort),
    DATABASE_URL: database.url,
    TRUSTED_PROXIES: '127.0.0.1',
    FORWARD_AUTH_APPS: `${app},http://third.localhost:${proxyPort}`,
    ...(isBeside && { PUBLIC_URL: app, BASE_PATH: '/id' }),
    ...more,
  }
  const service = await startServer(env, database.directory)
  const printed = startCommand(
    [
      'forward-auth',
      'config',
      proxy,
      '--app',
      app,
      '--upstream',
      `http://127.0.0.1:${appPort}`,
      ...open.flatMap((one) => ['--public', one]),
    ],
    env,
    database.directory,
  )
  expect(await printed.exited).toMatchObject({ code: 0 })
  startProxy(proxy, printed.lines().join('\n'))
  await start(appPort)
  const registered = await service.post('/auth/register', { email: 'ada@example.com', password: 'correct horse 1', name: 'Ådä' })
  const cookie = registered.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
  const visit = (target: string, headers: Record<string, string> = {}, method = 'GET') =>
    get(proxyPort, target, { host: `${host}:${proxyPort}`, ...headers }, method)
  await expect
    .poll(
      () =>
        visit('/').then(
          ({ status }) => status,
          () => 0,
        ),
      { timeout: 10_000 },
    )
    .toBe(401)
  return { app, service, cookie, visit }
}

/** How each is started on its own, with nothing but what was printed. */
const proxies = {
  nginx: {
    around: (directory: string, text: string) =>
      `daemon off; pid ${directory}/nginx.pid; error_log ${directory}/error.log; events {}\nhttp {\naccess_log off;\n${text}\n}\n`,
    command: (directory: string, file: string) => ['-p', directory, '-c', file],
  },
  caddy: {
    around: (_: string, text: string) => `{\n\tadmin off\n\tauto_https off\n}\n${text}\n`,
    command: (_: string, file: string) => ['run', '--adapter', 'caddyfile', '--config', file],
  },
}

function startProxy(name: Proxy, text: string): void {
  const directory = mkdtempSync(path.join(tmpdir(), `latchkey-${name}-`))
  const file = path.join(directory, 'proxy.conf')
  const { around, command } = proxies[name]
  writeFileSync(file, around(directory, text))
  const env = { ...process.env, HOME: directory }
  const child = spawn(name, command(directory, file), { stdio: 'ignore', env })
  onTestFinished(async () => {
    child.kill('SIGTERM')
    await once(child, 'exit')
    rmSync(directory, { recursive: true, force: true })
  })
}

/** An application that tells which one it was taken for. */
async function startEcho(port: number): Promise<void> {
  const server = createServer(({ headers }, reply) =>
    reply.end(JSON.stringify([headers.host, headers['x-forwarded-host'], headers['remote-user'], headers['remote-groups']])),
  )
  await once(server.listen(port, '127.0.0.1'), 'listening')
  onTestFinished(() => void server.close().closeAllConnections())
}

/** An application that tells what was asked for, and who it was told. */
async function startTeller(port: number): Promise<void> {
  const server = createServer(({ url, headers }, reply) =>
    reply.end(JSON.stringify([url, headers['x-latchkey-user'] ?? null, headers['remote-user'] ?? null])),
  )
  await once(server.listen(port, '127.0.0.1'), 'listening')
  onTestFinished(() => void server.close().closeAllConnections())
}

/** An application that tells which declared fields it was told. */
async function startDataTeller(port: number): Promise<void> {
  const server = createServer(({ headers }, reply) => {
    const told = Object.entries(headers).filter(([name]) => /latchkey.data/i.test(name))
    reply.end(JSON.stringify(Object.fromEntries(told)))
  })
  await once(server.listen(port, '127.0.0.1'), 'listening')
  onTestFinished(() => void server.close().closeAllConnections())
}

/** An application that takes up whatever protocol it is offered. */
async function startTunnels(port: number): Promise<void> {
  const server = createServer((_, reply) => reply.end('no tunnel'))
  server.on('upgrade', ({ headers }, socket) => {
    socket.end(`HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: ${headers.upgrade}\r\n\r\n`)
  })
  await once(server.listen(port, '127.0.0.1'), 'listening')
  onTestFinished(() => void server.close().closeAllConnections())
}

async function startApp(port: number): Promise<void> {
  const file = path.join(root, 'examples/python-behind-nginx/app.py')
  const child = spawn('python3', [file], { env: { ...process.env, PORT: String(port) }, stdio: 'ignore' })
  onTestFinished(async () => {
    child.kill('SIGTERM')
    await once(child, 'exit')
  })
  await expect
    .poll(
      () =>
        get(port, '/whoami').then(
          ({ status }) => status,
          () => 0,
        ),
      { timeout: 10_000 },
    )
    .toBe(200)
}

interface Visited {
  readonly status: number
  readonly location: string | undefined
  readonly body: string
  readonly cookies: string
  /** What only a proxy is told. */
  readonly identity: unknown
}

const get = (port: number, target: string, headers: Record<string, string> = {}, method = 'GET') =>
  new Promise<Visited>((resolve, reject) => {
    const call = request(
      { host: '127.0.0.1', port, method, path: target, headers: { host: `localhost:${port}`, ...headers } },
      async (reply) => {
        let body = ''
        for await (const chunk of reply.setEncoding('utf8')) body += chunk
        const cookies = (reply.headers['set-cookie'] ?? []).map((line) => line.split(';')[0]).join('; ')
        const identity = reply.headers['x-latchkey-user']
        resolve({ status: reply.statusCode ?? 0, location: reply.headers.location, body, cookies, identity })
      },
    )
    call.on('upgrade', ({ statusCode: status = 0, headers }, socket) => {
      socket.destroy()
      resolve({ status, location: undefined, body: String(headers.upgrade), cookies: '', identity: undefined })
    })
    call.on('error', reject)
    call.end()
  })

describe.each(Object.keys(proxies) as Proxy[])('an application behind %s, with the printed configuration', (proxy) => {
  it('is told who it is, whatever the client claims', async () => {
    const { visit, cookie } = await guarded(proxy)
    const forged = {
      'x-latchkey-user': 'root',
      'x-latchkey-role': 'admin',
      'x-latchkey-email': '',
      'x-latchkey-org': 'mine',
      'x-original-url': 'http://third.localhost/',
    }
    const { status, body } = await visit('/whoami', { cookie, ...forged })
    expect([status, JSON.parse(body)]).toEqual([
      200,
      {
        'X-Latchkey-User': expect.stringMatching(/^[0-9a-f-]{36}$/),
        'X-Latchkey-Email': 'ada@example.com',
        'X-Latchkey-Email-Verified': 'false',
        'X-Latchkey-Name': '%C3%85d%C3%A4',
        'X-Latchkey-Role': 'user',
        'X-Latchkey-Session': expect.stringMatching(/^[0-9a-f-]{36}$/),
        'X-Latchkey-Second-Factor': 'false',
      },
    ])
  })

  it('is told of declared fields, and never what the client claims instead', async () => {
    const fields = {
      plan: { type: 'choice', choices: ['free', 'pro'], default: 'free', inHeaders: true },
      company: { type: 'text', access: 'owner', inHeaders: true },
    }
    const { visit, cookie, service } = await guarded(proxy, startDataTeller, {
      more: { DATA_FIELDS: JSON.stringify(fields) },
      open: ['/about', '/static/'],
    })
    const forged = {
      ...{ 'x-latchkey-data-plan': 'pro', 'X-LATCHKEY-DATA-COMPANY': 'Evil', x_latchkey_data_company: 'Evil' },
    }
    const told = async () => {
      const { 'x-latchkey-data-company': company = '', ...others } = JSON.parse((await visit('/', { cookie, ...forged })).body)
      return { company, ...others }
    }
    expect(await told()).toEqual({ company: '', 'x-latchkey-data-plan': 'free' })
    const changed = await fetch(`${service.url}/auth/data`, {
      method: 'PATCH',
      headers: { cookie, origin: service.url, 'content-type': 'application/json' },
      body: JSON.stringify({ data: { company: 'Söhne' } }),
    })
    expect(changed.status).toBe(200)
    expect(await told()).toEqual({ company: 'S%C3%B6hne', 'x-latchkey-data-plan': 'free' })
    for (const target of ['/about', '/static/x']) expect((await visit(target, { cookie, ...forged })).body, target).toBe('{}')
  })

  it('sends people to sign in and back, and tells programs', async () => {
    const { visit, app } = await guarded(proxy)
    const wanted = '/page?q=100%25&a=b%20c'
    const shown = await visit(wanted, { accept: 'text/html' })
    expect([shown.status, new URL(shown.location ?? '').pathname]).toEqual([302, '/sign-in'])
    expect(new URL(shown.location ?? '').searchParams.get('returnTo')).toBe(`${app}${wanted}`)
    expect((await visit(wanted)).status).toBe(401)
    expect((await visit(wanted, { accept: 'text/html', origin: app }, 'POST')).status).toBe(401)
  })

  it('is not written to by a page elsewhere', async () => {
    const { visit, cookie, app } = await guarded(proxy)
    expect((await visit('/page', { cookie, origin: app }, 'POST')).body).toBe('saved')
    expect((await visit('/page', { cookie, origin: 'https://evil.example' }, 'POST')).status).toBe(403)
    expect((await visit('/page', { cookie }, 'POST')).status).toBe(403)
    expect((await visit('/page', { cookie, upgrade: 'websocket', connection: 'upgrade' })).status).toBe(403)
  })

  it.each([
    ['nothing, where we do not send it', {}, [null, null]],
    ['ours, where we do', { FORWARD_AUTH_HEADERS: 'remote' }, [expect.stringMatching(/^[0-9a-f-]{36}$/), 'user']],
  ])('gets under the names that many applications know %s', async (_, more, told) => {
    const { visit, cookie } = await guarded(proxy, startEcho, { more })
    const forged = { cookie, 'remote-user': 'root', 'remote-groups': 'admin', remote_user: 'root', 'Remote-Name': 'Root' }
    const { status, body } = await visit('/', forged)
    expect([status, JSON.parse(body).slice(2)]).toEqual([200, told])
  })

  it('has below our path what we have there, and nothing that only passes through it', async () => {
    const { visit, app, cookie } = await guarded(proxy, startEcho, { host: 'other.localhost' })
    const started = await visit('/.latchkey/start?returnTo=%2Fa%2F..%2Fb')
    expect([started.status, new URL(started.location ?? '').searchParams.get('app')]).toEqual([303, app])
    const ticketed = await fetch(started.location ?? '', { redirect: 'manual', headers: { cookie, accept: 'text/html' } })
    const callback = new URL(ticketed.headers.get('location') ?? '')
    expect(callback.origin + callback.pathname).toBe(`${app}/.latchkey/callback`)
    const arrived = await visit(callback.pathname + callback.search, { cookie: started.cookies })
    expect([arrived.status, arrived.location]).toEqual([303, `${app}/b`])
    const own = { cookie: arrived.cookies, 'x-forwarded-method': 'GET' }
    expect((await visit('/', own)).status).toBe(200)
    for (const target of ['/auth/forward/../../.latchkey/start', '/auth/forward/%2e%2e/..%2f.latchkey/start']) {
      const passed = await visit(target, own)
      expect(passed.identity, target).toBeUndefined()
    }
  })

  it('shows its public paths to all, is told of nobody there, and shows nothing else', async () => {
    const { visit, cookie } = await guarded(proxy, startTeller, { open: ['/about', '/static/'] })
    const forged = { cookie, 'x-latchkey-user': 'root', 'remote-user': 'root', remote_user: 'root' }
    for (const target of ['/about?x=1', '/static/a-b.css', '/static/'])
      expect(await visit(target, forged)).toMatchObject({ status: 200, body: JSON.stringify([target, null, null]) })
    for (const target of ['/', '/aboutx', '/about/', '/static/../admin', '/static/%2e%2e/admin', '/static/..%2fadmin'])
      expect((await visit(target)).status, target).toBe(401)
    for (const target of ['/static/..;/admin', '/static/..%5cadmin', '/static/%252e%252e/admin'])
      expect([401, 404], target).toContain((await visit(target)).status)
    const { status, body } = await visit('/admin//../static/x')
    if (status === 200) expect(body).toBe('["/static/x",null,null]')
  })

  it('is offered WebSockets, and no tunnel for requests that nobody checks', async () => {
    const { visit, cookie, app } = await guarded(proxy, startTunnels, { open: ['/static/'] })
    const offered = (upgrade: string) => ({
      cookie,
      origin: app,
      connection: 'Upgrade, HTTP2-Settings',
      upgrade,
      'http2-settings': '',
    })
    for (const target of ['/', '/static/x']) {
      expect(await visit(target, offered('websocket')), target).toMatchObject({ status: 101, body: 'websocket' })
      for (const other of ['h2c', 'H2C', 'h2c, websocket', 'websocket, h2c'])
        expect(await visit(target, offered(other)), `${target} ${other}`).toMatchObject({ status: 200, body: 'no tunnel' })
    }
  })

  it.each(['localhost', 'other.localhost'])('is signed out of in one click, at %s', async (host) => {
    const { visit, app, cookie } = await guarded(proxy, startTeller, { host })
    const started = await visit('/.latchkey/start?returnTo=/')
    const ticketed = await fetch(started.location ?? '', { redirect: 'manual', headers: { cookie, accept: 'text/html' } })
    const { pathname, search } = new URL(ticketed.headers.get('location') ?? '')
    const { cookies } = await visit(pathname + search, { cookie: started.cookies })
    const own = { cookie: host === 'localhost' ? cookie : cookies, 'content-type': 'application/x-www-form-urlencoded' }
    expect((await visit('/', own)).status).toBe(200)
    expect((await visit('/.latchkey/sign-out', { ...own, origin: 'https://evil.example' }, 'POST')).status).toBe(403)
    expect((await visit('/.latchkey/sign-out', own)).status).toBe(303)
    expect((await visit('/', own)).status).toBe(200)
    const left = await visit('/.latchkey/sign-out?returnTo=/bye', { ...own, origin: app }, 'POST')
    expect([left.status, new URL(left.location ?? '').searchParams.get('returnTo')]).toEqual([303, `${app}/bye`])
    expect((await visit('/', own)).status).toBe(401)
    // It leads back without a question, because the session there has ended, too.
    const back = await fetch(left.location ?? '', { redirect: 'manual', headers: { cookie, accept: 'text/html' } })
    expect([back.status, back.headers.get('location')]).toEqual([303, `${app}/bye`])
  })

  it('is closed at once when the session ends, and while the service is away', async () => {
    const { visit, cookie, service } = await guarded(proxy)
    expect((await visit('/whoami', { cookie })).status).toBe(200)
    await service.post('/auth/logout', {}, { cookie })
    expect((await visit('/whoami', { cookie })).status).toBe(401)
    service.kill('SIGKILL')
    await service.exited
    expect([502, 503]).toContain((await visit('/whoami', { cookie })).status)
  })
})

describe('an application behind nginx', () => {
  it('is reached under the name that was asked about, whatever the client calls it', async () => {
    const { visit, cookie, app } = await guarded('nginx', startEcho)
    const { host } = new URL(app)
    const forged = { cookie, host: 'third.localhost', 'x-forwarded-host': 'third.localhost' }
    for (const target of ['/whoami', `${app}/whoami`])
      expect(await visit(target, forged)).toMatchObject({ status: 200, body: JSON.stringify([host, host, null, null]) })
  })

  it('has no second door', async () => {
    const { visit, cookie } = await guarded('nginx')
    expect((await visit('/.latchkey-forward', { cookie })).status).toBe(404)
  })
})

describe('an application behind Caddy', () => {
  it('is not reached under another name', async () => {
    const { visit, cookie } = await guarded('caddy', startEcho)
    expect((await visit('/whoami', { cookie, host: 'third.localhost' })).body).toBe('')
    const { body } = await visit('/whoami', { cookie, 'x-forwarded-host': 'third.localhost' })
    expect(body).not.toContain('third')
  })
})

describe('an application at the service’s own address', () => {
  it('has all paths but the service’s, which are asked for nothing', async () => {
    const { app, cookie, visit } = await guarded('nginx', startEcho, { isBeside: true })
    for (const path of ['/id', '/id/sign-in', '/id/docs', '/auth/check', '/.well-known/change-password'])
      expect([path, (await visit(path)).status]).toEqual([path, expect.toBeOneOf([200, 303])])
    for (const path of ['/docs', '/admin', '/account', '/assets/app.js', '/idea', '/authors', '/id/../docs'])
      expect([path, (await visit(path)).status, (await visit(path, { cookie })).status]).toEqual([path, 401, 200])
    expect((await visit('/docs', { accept: 'text/html' })).location).toBe(
      `${app}/id/sign-in?returnTo=${encodeURIComponent(`${app}/docs`)}`,
    )
    expect((await visit('/auth/forward', { cookie })).status).toBe(404)
  })
})
