import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import type { Page } from 'playwright-core'
import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { rolldown } from 'rolldown'
import { expect, it, onTestFinished } from 'vitest'
import { browserWorld } from '../../../server/test/browser/browser-world.ts'
import { PASSWORD } from '../../../server/test/support/world.ts'
import { type Client, createClient } from '../../src/index.ts'
import { Who } from './who.ts'

/** React as it is while one works on an app: only then does it complain of a page that is not what the server had sent. */
async function script(): Promise<string> {
  const bundle = await rolldown({
    input: path.join(import.meta.dirname, 'hydrated-page.ts'),
    platform: 'browser',
    transform: { define: { 'process.env.NODE_ENV': '"development"' } },
  })
  const { output } = await bundle.generate({ format: 'esm' })
  await bundle.close()
  return output[0].code
}

/** An app whose pages are rendered by its server first. */
async function appFor(service: string): Promise<string> {
  const code = await script()
  const server = createServer(({ url }, response) => {
    if (url === '/page.js') return response.setHeader('content-type', 'text/javascript').end(code)
    const main = renderToString(createElement(Who, { client: createClient({ baseUrl: service }) }))
    return response
      .setHeader('content-type', 'text/html')
      .end(`<!doctype html><html data-service="${service}"><main>${main}</main><script type="module" src="/page.js"></script>`)
  })
  await new Promise<void>((resolve) => server.listen(0, resolve))
  onTestFinished(() => void server.close())
  return `http://localhost:${(server.address() as AddressInfo).port}`
}

type Window = { client: Client; shown: string[] }
const shown = (page: Page) => page.evaluate(() => (window as unknown as Window).shown)
const signIn = (page: Page) =>
  page.evaluate(async (password) => {
    await (window as unknown as Window).client.signIn({ email: 'ada@example.com', password })
  }, PASSWORD)

async function visited() {
  const here = await browserWorld()
  await here.signedUp('ada@example.com')
  const app = await appFor(here.url)
  const page = await here.visitor()
  const questions: string[] = []
  page.on('request', (request) => request.url().endsWith('/auth/check') && questions.push(request.method()))
  return { app, page, questions }
}

it('is unknown from the server, and then what the service says, which is asked once', async () => {
  const { app, page, questions } = await visited()
  expect(await (await fetch(app)).text()).toContain('<output>unknown</output>')
  await page.goto(app)
  await expect.poll(() => shown(page)).toEqual(['unknown', 'signed-out'])
  expect(questions).toEqual(['GET'])
  await signIn(page)
  await expect.poll(() => shown(page)).toEqual(['unknown', 'signed-out', 'signed-in Ada'])
  await page.evaluate(() => (window as unknown as Window).client.signOut())
  await expect.poll(() => page.locator('output').allTextContents()).toEqual(['signed-out', 'signed-out', 'signed-out'])
})

it('begins with what the server had sent, also where it is known already who it is', async () => {
  const { app, page, questions } = await visited()
  await page.goto(app)
  await signIn(page)
  questions.length = 0
  await page.goto(`${app}/?early`)
  await expect.poll(() => shown(page)).toEqual(['unknown', 'signed-in Ada'])
  expect(questions).toEqual(['GET'])
})
