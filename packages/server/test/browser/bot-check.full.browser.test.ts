import { mkdirSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { PASSWORD } from '../support/world.ts'
import { type BrowserWorld, browserWorld } from './browser-world.ts'
import { arrivesAt } from './person.ts'

const BUSY = { RATE_LIMITS: 'true', LIMIT_ENTRY_PER_MINUTE: '3', LIMIT_MAILS_PER_MINUTE: '100' }

const busy = async ({ url }: BrowserWorld) => {
  const knock = () =>
    fetch(`${url}/auth/verify-email`, {
      method: 'POST',
      headers: { origin: url, 'content-type': 'application/json' },
      body: '{"code":"x"}',
    })
  for (let n = 0; n < 3; n++) await knock()
}

async function fillIn(page: Page, email = 'ada@example.com') {
  await page.getByLabel('Name').fill('Ada')
  await page.getByLabel('Email address').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
}

const submit = (page: Page) => page.getByRole('button', { name: 'Create account' }).click()
const shot = async (page: Page, name: string) => {
  const directory = process.env['BOT_CHECK_SHOTS']
  if (!directory) return
  mkdirSync(directory, { recursive: true })
  await page.screenshot({ path: `${directory}/${name}.png`, fullPage: true })
}

describe('signing up while the network is busy', () => {
  it('takes a browser a moment of work, during which it can be typed into, and no more of its visitor', async () => {
    const here = await browserWorld({ env: BUSY })
    await busy(here)
    const page = await here.visitor()
    await page.goto('/sign-up')
    await fillIn(page)
    await shot(page, 'with-script')
    await submit(page)
    await arrivesAt(page, '/account')
  })

  it('says that it is at work where the form is sent before it has ended', async () => {
    const here = await browserWorld({ env: BUSY })
    await busy(here)
    const page = await here.visitor()
    // Timers that wait: the work cannot go on.
    await page.addInitScript(() => {
      const { setTimeout: later } = window
      const waiting: (() => void)[] = []
      window.setTimeout = ((work: () => void, ms?: number) => (ms ? later(work, ms) : waiting.push(work))) as typeof setTimeout
      Object.assign(window, {
        goOn: () => {
          window.setTimeout = later
          for (const work of waiting) later(work)
        },
      })
    })
    await page.goto('/sign-up')
    await fillIn(page)
    await page.locator('input[name="_proof"]').evaluate((field: HTMLInputElement) => {
      Object.defineProperty(window, 'early', { value: field.value })
    })
    await submit(page)
    const status = page.getByRole('status')
    if ((await page.evaluate(() => Reflect.get(window, 'early'))) === '') {
      expect(await status.textContent()).toBe('A moment: your browser is doing a short calculation …')
      await shot(page, 'working')
      await page.evaluate(() => Reflect.get(window, 'goOn')())
    }
    await arrivesAt(page, '/account')
  })

  it('asks anew in a form that was open before, and takes it then', async () => {
    const here = await browserWorld({ env: BUSY })
    const page = await here.visitor()
    await page.goto('/sign-up')
    await fillIn(page)
    await busy(here)
    await submit(page)
    await page.getByText('Many requests are coming from your network right now.').waitFor()
    await shot(page, 'asked-anew')
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await submit(page)
    await arrivesAt(page, '/account')
  })

  it('fetches another question where the form was open for too long', async () => {
    const here = await browserWorld({ env: BUSY })
    await busy(here)
    const page = await here.visitor()
    await page.addInitScript(() => {
      const started = performance.now()
      performance.now = () => started + (Reflect.get(window, 'passed') ?? 0)
    })
    await page.goto('/sign-up')
    await page.waitForFunction(() => document.querySelector<HTMLInputElement>('[name="_proof"]')?.value)
    const first = await page.locator('[name="_challenge"]').inputValue()
    await page.evaluate(() => Object.assign(window, { passed: 300_001 }))
    await fillIn(page)
    const sent = page.waitForRequest((request) => request.method() === 'POST')
    await submit(page)
    expect(new URLSearchParams((await sent).postData() ?? '').get('_challenge')).not.toBe(first)
    await arrivesAt(page, '/account')
  })

  it('leads by a mailed code without JavaScript', async () => {
    const here = await browserWorld({ env: { ...BUSY, LIMIT_ENTRY_PER_MINUTE: '9' } })
    await busy(here)
    await busy(here)
    const page = await here.visitor({ javaScriptEnabled: false })
    await page.goto('/sign-up')
    expect(await page.locator('noscript').textContent()).toBe('Without JavaScript, we first send a code to your address.')
    await shot(page, 'without-script')
    await fillIn(page)
    await submit(page)
    await page.getByRole('heading', { name: 'Check your mail' }).waitFor()
    await shot(page, 'code-sent')
    const { code } = await here.mail.newest('ada@example.com')
    await page.getByLabel('Code from the email').fill(code)
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await submit(page)
    await arrivesAt(page, '/account')
  })
})
