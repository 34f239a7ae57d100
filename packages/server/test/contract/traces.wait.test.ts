import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { context, propagation, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import { InMemorySpanExporter, NodeTracerProvider, type ReadableSpan, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-node'
import { describe, expect, it, onTestFinished } from 'vitest'
import { ORIGIN } from '../support/browser.ts'
import { emptyDatabase } from '../support/database.ts'
import { startServer } from '../support/server-process.ts'
import { PASSWORD, world } from '../support/world.ts'

type WorldOptions = NonNullable<Parameters<typeof world>[0]>

function loadSdk() {
  const exporter = new InMemorySpanExporter()
  const provider = new NodeTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] })
  provider.register()
  onTestFinished(async () => {
    for (const api of [trace, context, propagation]) api.disable()
    await provider.shutdown()
  })
  return { exporter }
}

/** A service in a process where an SDK was loaded first, and the spans that it was given. */
async function traced(options: WorldOptions = {}) {
  const { exporter } = loadSdk()
  const here = await world(options)
  return {
    ...here,
    spans: () => exporter.getFinishedSpans(),
    forget: () => exporter.reset(),
    /** The names of a span and of what it is part of, for each. */
    tree: (): string[] => exporter.getFinishedSpans().map((span) => lineage(span, exporter.getFinishedSpans())),
  }
}

function lineage(span: ReadableSpan, all: readonly ReadableSpan[]): string {
  const parent = all.find((one) => one.spanContext().spanId === span.parentSpanContext?.spanId)
  return parent ? `${lineage(parent, all)} > ${span.name}` : span.name
}

const ada = { email: 'ada@example.com', password: PASSWORD }

describe('spans', () => {
  it('show what a sign-in did, each part below its request', async () => {
    const { signedUp, browser, tree, forget } = await traced()
    await signedUp()
    forget()
    expect((await browser().post('/auth/login', ada)).status).toBe(200)
    expect(tree().sort()).toEqual([
      'POST /auth/login',
      'POST /auth/login > database query',
      'POST /auth/login > database transaction',
      'POST /auth/login > hash password',
    ])
  })

  it('stay below their request when its body comes later than its headers', async () => {
    const { signedUp, listen, tree, forget } = await traced({ env: { PORT: '0' } })
    await signedUp()
    const socket = connect(Number(new URL(await listen()).port), '127.0.0.1')
    onTestFinished(() => void socket.destroy())
    forget()
    const body = JSON.stringify(ada)
    const headers = `Host: x\r\nOrigin: ${ORIGIN}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}`
    socket.write(`POST /auth/login HTTP/1.1\r\n${headers}\r\nExpect: 100-continue\r\n\r\n`)
    await once(socket, 'data') // it waits for the body now
    socket.write(body)
    await expect.poll(tree).toContain('POST /auth/login')
    expect(tree()).toContain('POST /auth/login > hash password')
  })

  it('tell method, route template and status, and which request failed', async () => {
    const { signedUp, browser, sql, spans, forget } = await traced()
    const owner = await signedUp()
    forget()
    await owner.delete('/auth/sessions/0190a5a0-0000-7000-8000-000000000000')
    await browser().send('PROPFIND', '/nowhere')
    for (const table of ['refresh_tokens', 'pending_totp_seeds', 'sessions']) await sql(`DROP TABLE ${table}`)
    await owner.get('/auth/me')
    const requests = spans().filter(({ kind }) => kind === SpanKind.SERVER)
    expect(requests.map(({ name, attributes, status }) => ({ name, attributes, status }))).toEqual([
      {
        name: 'DELETE /auth/sessions/{id}',
        attributes: {
          'http.request.method': 'DELETE',
          'http.route': '/auth/sessions/{id}',
          'http.response.status_code': 404,
        },
        status: { code: SpanStatusCode.UNSET },
      },
      {
        name: '_OTHER',
        attributes: { 'http.request.method': '_OTHER', 'http.response.status_code': 404 },
        status: { code: SpanStatusCode.UNSET },
      },
      {
        name: 'GET /auth/me',
        attributes: { 'http.request.method': 'GET', 'http.route': '/auth/me', 'http.response.status_code': 500 },
        status: { code: SpanStatusCode.ERROR },
      },
    ])
    expect(spans().find(({ name, status }) => name === 'database query' && status.code === SpanStatusCode.ERROR)).toMatchObject({
      attributes: { 'error.type': expect.any(String) },
      events: [],
    })
  })

  it('belong to the trace of whoever calls', async () => {
    const { browser, spans } = await traced()
    const traceId = '0af7651916cd43dd8448eb211c80319c'
    await browser().get('/auth/check', { headers: { traceparent: `00-${traceId}-b7ad6b7169203331-01` } })
    expect(spans().map((span) => span.spanContext().traceId)).toEqual([traceId])
    expect(spans()[0]?.parentSpanContext?.spanId).toBe('b7ad6b7169203331')
  })

  it('show the delivery of a mail below the request that waits for it', async () => {
    const { browser, tree } = await traced({ withMail: true, env: { REQUIRE_EMAIL_VERIFICATION: 'true' } })
    await browser().post('/auth/register', { ...ada, name: 'Ada' })
    expect(tree()).toContain('POST /auth/register > send mail')
  })

  it('hold no address, password, token, id or path that somebody sent', async () => {
    const canary = 'canary7531'
    const { browser, spans, sql, mail } = await traced({ withMail: true, env: { REQUIRE_EMAIL_2FA: 'true' } })
    const owner = browser()
    const headers = { 'user-agent': canary }
    await owner.post('/auth/register', { email: `${canary}@example.com`, password: `${canary} 1a`, name: canary }, { headers })
    await owner.post('/auth/login', { email: `${canary}@example.com`, password: canary })
    await owner.get(`/auth/me?x=${canary}`)
    await owner.get(`/${canary}`)
    await owner.delete(`/auth/sessions/${canary}`)
    await sql(`DROP TABLE audit_events`)
    await owner.post('/auth/login', { email: `${canary}@example.com`, password: canary })
    const told = JSON.stringify(spans().map(({ name, attributes, events, status }) => ({ name, attributes, events, status })))
    const ids = (await sql(`SELECT id FROM accounts`)).map((row) => String(row['id']))
    expect(ids).toHaveLength(1)
    expect(mail.mails).toHaveLength(1)
    // The last error's own words name the table.
    const secrets = [
      canary,
      'audit_events',
      'example.com',
      '127.0.0.1',
      String(mail.mails[0]?.code),
      ...owner.jar.values(),
      ...ids,
    ]
    for (const secret of secrets) expect(told).not.toContain(secret)
  })

  it('leave a session check one query', async () => {
    const { signedUp, queries } = await traced()
    const browser = await signedUp()
    const before = queries()
    await browser.get('/auth/me')
    expect(queries() - before).toBe(1)
  })
})

describe('without an SDK', () => {
  it('nothing is made, and a service that has started does not look for one again', async () => {
    const plain = await world()
    const { exporter } = loadSdk()
    const browser = await plain.signedUp()
    expect((await browser.get('/auth/me')).status).toBe(200)
    expect(exporter.getFinishedSpans()).toEqual([])
  })
})

describe('the built program', () => {
  it('gives its spans to an SDK that --import has loaded', async () => {
    const { directory, url, drop } = await emptyDatabase()
    onTestFinished(drop)
    const file = path.join(directory, 'otel.mjs')
    writeFileSync(
      file,
      `import { ConsoleSpanExporter, NodeTracerProvider, SimpleSpanProcessor } from '${import.meta.resolve('@opentelemetry/sdk-trace-node')}'
       new NodeTracerProvider({ spanProcessors: [new SimpleSpanProcessor(new ConsoleSpanExporter())] }).register()`,
    )
    const server = await startServer({ DATABASE_URL: url, NODE_OPTIONS: `--import=${pathToFileURL(file)}` }, directory)
    await server.post('/auth/login', ada)
    for (const name of ['POST /auth/login', 'hash password']) {
      await expect.poll(server.output).toContain(`name: '${name}'`)
    }
  })
})
