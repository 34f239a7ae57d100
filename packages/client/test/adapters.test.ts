import { request as ask, createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import express from 'express'
import Fastify from 'fastify'
import { Hono } from 'hono'
import { describe, expect, it, onTestFinished } from 'vitest'
import * as forExpress from '../src/express.ts'
import * as forFastify from '../src/fastify.ts'
import * as forHono from '../src/hono.ts'

const user = { id: 'u1', name: 'Ada' }
const SESSION = 'app_session=renewed; Path=/'

/** A service that knows nobody by their session cookie, and renews whoever brings the other one. */
async function service(): Promise<string> {
  const server = createServer((request, response) => {
    const isKnown = request.headers.cookie === 'app_session=renewed'
    if (request.url === '/auth/refresh') response.setHeader('set-cookie', SESSION)
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ user: isKnown ? user : null, session: isKnown ? {} : null, secondFactorAt: null }))
  })
  return listening(server)
}

async function listening(server: ReturnType<typeof createServer>): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** Each with `/team/docs` in a router that is mounted, and an answer that the framework did not make. */
const apps = {
  express: async (url: string, appUrl?: string) => {
    const router = express.Router()
    router.all('/docs', forExpress.requireSession(), (_, response) => void response.end('docs'))
    const app = express()
    app.use(forExpress.latchkey({ url, ...(appUrl !== undefined && { appUrl }) }))
    app.use('/team', router)
    return listening(createServer(app))
  },
  fastify: async (url: string, appUrl?: string) => {
    const app = Fastify()
    await app.register(forFastify.latchkey({ url, ...(appUrl !== undefined && { appUrl }) }))
    await app.register(
      async (team) => {
        team.all('/docs', { preHandler: forFastify.requireSession() }, async () => new Response('docs'))
      },
      { prefix: '/team' },
    )
    onTestFinished(() => app.close())
    return app.listen({ port: 0, host: '127.0.0.1' })
  },
  hono: async (url: string, appUrl?: string) => {
    const team = new Hono()
    // As those do it that limit or decode a body.
    team.use((context, next) => {
      context.req.raw = new Request(context.req.raw)
      return next()
    })
    team.all('/docs', forHono.requireSession(), () => new Response('docs'))
    const app = new Hono()
    app.use(forHono.latchkey({ url, ...(appUrl !== undefined && { appUrl }) }))
    app.route('/team', team)
    const server = createServer(async ({ headers, method = '', url = '' }, response) => {
      const sent = Object.entries(headers).map(([name, value]) => [name, String(value)] as [string, string])
      const hasBody = !['GET', 'HEAD'].includes(method)
      const asked = new Request(`http://${headers.host}${url}`, { method, headers: sent, ...(hasBody && { body: 'x' }) })
      const answer = await app.fetch(asked)
      response.writeHead(answer.status, [...answer.headers].flat()).end(await answer.text())
    })
    return listening(server)
  },
}

interface Seen {
  readonly status: number | undefined
  readonly headers: IncomingHttpHeaders
}

/** With the headers named, and no other; `fetch` adds some. */
const visit = (address: string, method: string, headers: Record<string, string>): Promise<Seen> =>
  new Promise((resolve, reject) => {
    const sent = ask(address, { method, headers }, (answer) => {
      answer.resume()
      resolve({ status: answer.statusCode, headers: answer.headers })
    })
    sent.on('error', reject).end(method === 'POST' ? 'x' : undefined)
  })

describe.each(Object.entries(apps))('the adapter for %s', (_, start) => {
  it('sends people to sign in, and tells programs: whoever does not ask for a page, or changes something', async () => {
    const url = await service()
    const address = `${await start(url)}/team/docs?a=b%26c`
    const statusOf = async (method: string, headers: Record<string, string>) => (await visit(address, method, headers)).status
    const shown = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }
    const location = `${url}/sign-in?${new URLSearchParams({ returnTo: address })}`
    expect(await visit(address, 'GET', shown)).toMatchObject({ status: 302, headers: { location } })
    expect(await statusOf('HEAD', shown)).toBe(302)
    for (const headers of [{}, { accept: '*/*' }, { accept: 'application/json, */*;q=0.1' }] as Record<string, string>[])
      expect(await statusOf('GET', headers), JSON.stringify(headers)).toBe(401)
    expect(await statusOf('POST', { ...shown, 'content-type': 'text/plain' })).toBe(401)
  })

  it('sends renewed cookies on with every kind of answer', async () => {
    const address = `${await start(await service())}/team/docs`
    const seen = await visit(address, 'GET', { cookie: 'app_session=old; app_refresh=good' })
    expect([seen.status, seen.headers['set-cookie']]).toEqual([200, [SESSION]])
  })

  it('knows the service by an address with a slash at its end', async () => {
    const url = await service()
    const address = `${await start(`${url}/`)}/team/docs`
    expect((await visit(address, 'GET', { cookie: 'app_refresh=good' })).status).toBe(200)
    const { headers } = await visit(address, 'GET', { accept: 'text/html' })
    expect(headers.location).toBe(`${url}/sign-in?${new URLSearchParams({ returnTo: address })}`)
  })

  it('sends people back to the address that the app was told to have', async () => {
    const url = await service()
    const address = `${await start(url, 'https://app.example.com/')}/team/docs?a=b%26c`
    const { headers } = await visit(address, 'GET', { accept: 'text/html' })
    const returnTo = 'https://app.example.com/team/docs?a=b%26c'
    expect(headers.location).toBe(`${url}/sign-in?${new URLSearchParams({ returnTo })}`)
  })
})
