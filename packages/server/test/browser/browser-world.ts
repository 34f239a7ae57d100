import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { inject, onTestFinished } from 'vitest'
import type { Browser as Client } from '../support/browser.ts'
import { freePort } from '../support/free-port.ts'
import { world } from '../support/world.ts'

type WorldOptions = NonNullable<Parameters<typeof world>[0]>

let shared: Promise<Browser> | undefined

/** One browser for all tests of a file; each visitor has a profile of its own. */
const launch = (): Promise<Browser> =>
  (shared ??= chromium.launch({ executablePath: inject('chromium'), args: ['--no-sandbox', '--disable-gpu'] }))

/** A service that really listens, and people who visit it with a real browser. */
export async function browserWorld(options: WorldOptions = {}) {
  const port = await freePort()
  const here = await world({ withMail: true, ...options, env: { PORT: String(port), ...options.env } })
  await here.listen()
  const url = `http://localhost:${port}`
  return {
    ...here,
    url,
    visitor: (settings?: BrowserContextOptions) => visitor(url, settings),
    /** Somebody who has signed in already, elsewhere: for what is not about signing in. */
    async resident({ jar }: Client, settings?: BrowserContextOptions): Promise<Page> {
      const page = await visitor(url, settings)
      await page.context().addCookies([...jar].map(([name, value]) => ({ name, value, url })))
      return page
    },
    /** Somebody who may call the administrators' routes; at the console they sign in like anybody else. */
    async administrator(email = 'root@example.com') {
      const root = await here.signedUp(email)
      await here.sql(`UPDATE accounts SET role = 'admin', verified_at = 1, mailbox_proved_at = 1 WHERE email = ?`, [email])
      return root
    },
  }
}

export type BrowserWorld = Awaited<ReturnType<typeof browserWorld>>

/** Somebody at a browser. What the page complains about on its console fails the test. */
export async function visitor(baseURL: string, settings: BrowserContextOptions = {}): Promise<Page> {
  const context = await (await launch()).newContext({
    baseURL,
    locale: 'en-GB',
    viewport: { width: 390, height: 800 },
    ...settings,
  })
  const complaints: string[] = []
  const page = await context.newPage()
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error' && !/Failed to load resource/.test(message.text())) complaints.push(message.text())
  })
  onTestFinished(async ({ task }) => {
    if (task.result?.state === 'fail') await tellWhere(page)
    await context.close()
    if (complaints.length > 0) throw new Error(`The page complained: ${complaints.join('; ')}`)
  })
  return page
}

/** What a failure that does not come again was about. */
async function tellWhere(page: Page): Promise<void> {
  const text = await page
    .locator('body')
    .innerText({ timeout: 5000 })
    .catch((error) => String(error))
  process.stdout.write(`\nA visitor was at ${page.url()}\n${text}\n`)
}
