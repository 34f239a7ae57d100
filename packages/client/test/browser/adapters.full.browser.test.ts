import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { createSSRApp } from 'vue'
import { renderToString } from 'vue/server-renderer'
import { browserWorld } from '../../../server/test/browser/browser-world.ts'
import { PASSWORD } from '../../../server/test/support/world.ts'
import { type Client, createClient } from '../../src/index.ts'
import { pageOnService } from './page-on-service.ts'
import { WhoInVue } from './who-in-vue.ts'

type Window = { client: Client; shown: string[]; leave(): void }

const shown = (page: Page) => page.evaluate(() => (window as unknown as Window).shown)
const texts = (page: Page) => page.locator('output').allTextContents()

it('Vue and Svelte show who is signed in, as a server had begun it, and ask once', async () => {
  const here = await browserWorld()
  await here.signedUp('ada@example.com')
  const page = await here.visitor()
  const questions: string[] = []
  page.on('request', (request) => request.url().endsWith('/auth/check') && questions.push(request.method()))
  const fromServer = await renderToString(createSSRApp(WhoInVue(createClient({ baseUrl: here.url }))))
  expect(fromServer).toContain('<output>unknown</output>')
  const app = await pageOnService(page, 'adapters-page.ts', `<div id="vue">${fromServer}</div><div id="svelte"></div>`)
  await page.goto(app)
  await expect.poll(() => texts(page)).toEqual(Array(4).fill('signed-out'))
  expect([await shown(page), questions]).toEqual([['unknown', 'signed-out'], ['GET']])

  await page.evaluate(async (password) => {
    await (window as unknown as Window).client.signIn({ email: 'ada@example.com', password })
  }, PASSWORD)
  await expect.poll(() => texts(page)).toEqual(Array(4).fill('signed-in Ada'))
  questions.length = 0
  await page.goto(`${app}?early`)
  await expect.poll(() => texts(page)).toEqual(Array(4).fill('signed-in Ada'))
  expect([await shown(page), questions]).toEqual([['unknown', 'signed-in Ada'], ['GET']])

  // A component that is gone hears nothing any more.
  await page.evaluate(() => (window as unknown as Window).leave())
  await page.evaluate(() => (window as unknown as Window).client.signOut())
  await expect.poll(() => texts(page)).toEqual(['signed-out'])
  expect(await shown(page)).toEqual(['unknown', 'signed-in Ada'])
})
