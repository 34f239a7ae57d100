import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import express from 'express'
import Fastify from 'fastify'
import { Hono } from 'hono'
import { describe, expect, it, onTestFinished } from 'vitest'
import { world } from '../../server/test/support/world.ts'
import * as forExpress from '../src/express.ts'
import * as forFastify from '../src/fastify.ts'
import * as forHono from '../src/hono.ts'
import { type Auth, createVerifier } from '../src/server.ts'

const HOUR = 3_600_000

/** A service that listens, and the cookies of Ada's browser. */
async function visited() {
  const here = await world({ env: { PORT: '0' } })
  const url = await here.listen()
  const ada = await here.signedUp()
  return { ...here, url, ada, cookie: () => ada.cookieHeader() }
}

const asking = (cookie: string) => ({ headers: { cookie } })

describe('a verifier', () => {
  it('tells who sent a request, by our session cookie alone', async () => {
    const { url, ada } = await visited()
    const seen: string[] = []
    const watched: typeof fetch = (address, init) => {
      seen.push(new Headers(init?.headers).get('cookie') ?? '')
      return fetch(address, init)
    }
    const { verify } = createVerifier({ url, fetch: watched })
    const session = `app_session=${ada.jar.get('app_session')}`
    const auth = await verify(asking(`theirs=1; ${session}; app_refresh=${ada.jar.get('app_refresh')}; other=2`))
    expect(auth).toMatchObject({ status: 'signed-in', user: { email: 'ada@example.com' }, secondFactorAt: null, setCookies: [] })
    expect(seen).toEqual([session])
  })

  it('reads headers of every kind', async () => {
    const { url, cookie } = await visited()
    const { verify } = createVerifier({ url })
    for (const headers of [new Headers({ cookie: cookie() }), { cookie: cookie() }, { cookie: [cookie()] }])
      expect((await verify({ headers })).status).toBe('signed-in')
  })

  it('takes no cookie, a wrong one and a doubled one for signed out', async () => {
    const { url, ada } = await visited()
    const { verify } = createVerifier({ url })
    const token = ada.jar.get('app_session')
    for (const cookie of [
      '',
      'app_session=x',
      'app_session',
      `app_session=${token}; app_session=${token}`,
      `xapp_session=${token}`,
    ])
      expect(await verify(asking(cookie)), cookie).toEqual({ status: 'signed-out', setCookies: [] })
  })

  it('renews only where it was told that cookies can be set, and hands them back', async () => {
    const { url, cookie, clock } = await visited()
    clock.advance(25 * HOUR)
    expect(await createVerifier({ url }).verify(asking(cookie()))).toEqual({ status: 'signed-out', setCookies: [] })
    const renewed = await createVerifier({ url, renews: true }).verify(asking(cookie()))
    expect(renewed).toMatchObject({ status: 'signed-in', user: { email: 'ada@example.com' } })
    expect(renewed.setCookies.map((line) => line.split('=')[0])).toEqual(['app_session', 'app_refresh', '_csrf'])
  })

  it('sees a revocation with the next request, unless it was told how late it may be', async () => {
    const { url, cookie, sql } = await visited()
    const [strict, lax] = [createVerifier({ url }), createVerifier({ url, staleMs: 60_000 })]
    for (const { verify } of [strict, lax]) expect((await verify(asking(cookie()))).status).toBe('signed-in')
    await sql(`UPDATE sessions SET revoked_at = 1`)
    expect((await strict.verify(asking(cookie()))).status).toBe('signed-out')
    expect((await lax.verify(asking(cookie()))).status).toBe('signed-in')
  })

  it('says that the service is away', async () => {
    const { url, cookie, stop } = await visited()
    await stop()
    expect(await createVerifier({ url }).verify(asking(cookie()))).toMatchObject({
      status: 'unavailable',
      error: { code: 'unreachable' },
    })
  })
})

type Listening = { readonly address: string }

const listening = (listen: (done: () => void) => { address(): unknown; close(): unknown }): Promise<Listening> =>
  new Promise((resolve) => {
    const server = listen(() => resolve({ address: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }))
    onTestFinished(() => void server.close())
  })

const emailOf = (auth: Auth): string | undefined => (auth.status === 'signed-in' ? auth.user.email : undefined)

const apps = {
  express: async (url: string): Promise<Listening> => {
    const app = express()
    app.use(forExpress.latchkey({ url }))
    app.get('/who', (request, response) => void response.json({ status: request.auth.status }))
    app.get('/docs', forExpress.requireSession(), (request, response) => void response.json({ email: emailOf(request.auth) }))
    return listening((done) => app.listen(0, '127.0.0.1', done))
  },
  fastify: async (url: string): Promise<Listening> => {
    const app = Fastify()
    await app.register(forFastify.latchkey({ url }))
    app.get('/who', async ({ auth }) => ({ status: auth.status }))
    app.get('/docs', { preHandler: forFastify.requireSession() }, async ({ auth }) => ({ email: emailOf(auth) }))
    onTestFinished(() => app.close())
    return { address: await app.listen({ port: 0, host: '127.0.0.1' }) }
  },
  hono: async (url: string): Promise<Listening> => {
    const app = new Hono()
    app.use(forHono.latchkey({ url }))
    app.get('/who', (context) => context.json({ status: context.get('auth').status }))
    app.get('/docs', forHono.requireSession(), (context) => context.json({ email: emailOf(context.get('auth')) }))
    const server = createServer(async (request, response) => {
      const headers = new Headers(
        Object.entries(request.headers).map(([name, value]) => [name, String(value)] as [string, string]),
      )
      const answer = await app.fetch(new Request(`http://${request.headers.host}${request.url}`, { headers }))
      response.writeHead(answer.status, [...answer.headers].flat()).end(await answer.text())
    })
    return listening((done) => server.listen(0, '127.0.0.1', done))
  },
}

describe.each(Object.entries(apps))('the adapter for %s', (_, start) => {
  it('knows who it is, and lets nobody else through', async () => {
    const { url, cookie } = await visited()
    const { address } = await start(url)
    const get = (path: string, headers: Record<string, string> = {}) => fetch(address + path, { redirect: 'manual', headers })
    expect(await (await get('/who')).json()).toEqual({ status: 'signed-out' })
    expect(await (await get('/docs', { cookie: cookie() })).json()).toEqual({ email: 'ada@example.com' })
    expect((await get('/docs', { accept: 'application/json' })).status).toBe(401)
    const shown = await get('/docs?q=100%25', { accept: 'text/html' })
    expect([shown.status, shown.headers.get('location')]).toEqual([
      302,
      `${url}/sign-in?${new URLSearchParams({ returnTo: `${address}/docs?q=100%25` })}`,
    ])
  })

  it('renews a session that has run out, and sends the cookies on', async () => {
    const { url, cookie, clock } = await visited()
    const { address } = await start(url)
    clock.advance(25 * HOUR)
    const answer = await fetch(`${address}/docs`, { headers: { cookie: cookie() } })
    expect([answer.status, answer.headers.getSetCookie().length]).toEqual([200, 3])
  })

  it('answers 503 while the service is away', async () => {
    const { url, cookie, stop } = await visited()
    const { address } = await start(url)
    await stop()
    expect((await fetch(`${address}/docs`, { headers: { cookie: cookie() } })).status).toBe(503)
  })
})

describe('a verifier that is asked for data', () => {
  it('has the values of declared fields that the owner sees', async () => {
    const fields = {
      plan: { type: 'choice', choices: ['free', 'pro'], default: 'free' },
      note: { type: 'text', access: 'private' },
    }
    const here = await world({ env: { PORT: '0', DATA_FIELDS: JSON.stringify(fields) } })
    const url = await here.listen()
    const ada = await here.signedUp()
    const auth = await createVerifier({ url, data: true }).verify(asking(ada.cookieHeader()))
    expect(auth).toMatchObject({ status: 'signed-in', data: { plan: 'free' } })
    expect(auth).not.toHaveProperty('data.note')
    expect(await createVerifier({ url }).verify(asking(ada.cookieHeader()))).not.toHaveProperty('data')
  })
})
