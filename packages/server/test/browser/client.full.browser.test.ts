import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import type { Page } from 'playwright-core'
import { expect, it, onTestFinished } from 'vitest'
import { PASSWORD } from '../support/world.ts'
import { browserWorld } from './browser-world.ts'

const client = path.resolve(import.meta.dirname, '../../../client')

/** A page on another origin that has nothing but the client, and shows what it knows. */
async function appFor(service: string): Promise<string> {
  const html = `<!doctype html><output></output><script type="module">
    import { createClient } from '/index.js'
    window.auth = createClient({ baseUrl: '${service}' })
    const show = ({ status, user }) => { document.querySelector('output').textContent = status + ' ' + (user?.email ?? '') }
    auth.subscribe(show)
    show(await auth.load())
  </script>`
  const server = createServer(({ url = '/' }, response) => {
    if (url === '/') response.setHeader('content-type', 'text/html').end(html)
    else if (/^\/[\w-]+\.js$/.test(url))
      response.setHeader('content-type', 'text/javascript').end(readFileSync(path.join(client, 'dist', url)))
    else response.writeHead(404).end()
  })
  await new Promise<void>((resolve) => server.listen(0, resolve))
  onTestFinished(() => void server.close())
  return `http://localhost:${(server.address() as AddressInfo).port}`
}

const shown = (page: Page, text: string) => page.locator('output', { hasText: text }).waitFor()

it('signs in from another origin, and all tabs agree', async () => {
  const here = await browserWorld()
  await here.signedUp('ada@example.com')
  const app = await appFor(here.url)
  const [first, second] = [await here.visitor(), await here.visitor()]
  const beside = await first.context().newPage()
  for (const page of [first, beside, second]) {
    await page.goto(app)
    await shown(page, 'signed-out')
  }
  const kind = await first.evaluate(async (password) => {
    const { auth } = window as unknown as { auth: { signIn(credentials: object): Promise<{ kind: string }> } }
    return (await auth.signIn({ email: 'ada@example.com', password })).kind
  }, PASSWORD)
  expect(kind).toBe('session')
  await shown(first, 'signed-in ada@example.com')
  await shown(beside, 'signed-in ada@example.com')
  await shown(second, 'signed-out')
  await beside.evaluate(() => (window as unknown as { auth: { signOut(): Promise<void> } }).auth.signOut())
  await shown(first, 'signed-out')
  await first.reload()
  await shown(first, 'signed-out')
})

it('goes on in two tabs at once when the session has run out, with ten calls in each', async () => {
  const here = await browserWorld()
  const app = await appFor(here.url)
  const first = await here.visitor()
  const beside = await first.context().newPage()
  for (const page of [first, beside]) await page.goto(app)
  await first.evaluate(async (password) => {
    const { auth } = window as unknown as { auth: { signUp(newcomer: object): Promise<unknown> } }
    await auth.signUp({ email: 'ada@example.com', password, name: 'Ada' })
  }, PASSWORD)
  await shown(beside, 'signed-in ada@example.com')
  here.clock.advance(25 * 3_600_000)
  const calls = (page: Page) =>
    page.evaluate(async () => {
      const { auth } = window as unknown as { auth: { request(route: string): Promise<{ email: string }> } }
      return (await Promise.all(Array.from({ length: 10 }, () => auth.request('GET /auth/me')))).map(({ email }) => email)
    })
  expect((await Promise.all([first, beside].map(calls))).flat()).toEqual(Array(20).fill('ada@example.com'))
  here.clock.advance(25 * 3_600_000)
  // This time it is only asked who it is.
  await Promise.all([first, beside].map((page) => page.reload()))
  for (const page of [first, beside]) await shown(page, 'signed-in ada@example.com')
})

it('goes on in six tabs that come back at once, none of which ends the session of the others', async () => {
  const here = await browserWorld()
  const app = await appFor(here.url)
  const first = await here.visitor()
  await first.goto(app)
  await first.evaluate(async (password) => {
    const { auth } = window as unknown as { auth: { signUp(newcomer: object): Promise<unknown> } }
    await auth.signUp({ email: 'ada@example.com', password, name: 'Ada' })
  }, PASSWORD)
  const pages = [first, ...(await Promise.all(Array.from({ length: 5 }, () => first.context().newPage())))]
  for (const page of pages) await page.goto(app)
  const renewals: string[] = []
  first.context().on('request', (request) => request.url().endsWith('/auth/refresh') && renewals.push(request.method()))
  here.clock.advance(25 * 3_600_000)
  await Promise.all(pages.map((page) => page.reload()))
  for (const page of pages) await shown(page, 'signed-in ada@example.com')
  // A page that is reloaded while it renews leaves that to the next.
  expect(renewals.length).toBeLessThan(pages.length)
})
