import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { startExample } from '../support/example-process.ts'
import { PASSWORD } from '../support/world.ts'
import { visitor } from './browser-world.ts'
import { mouse, signUp } from './person.ts'
import { tryLinks, tryNotes } from './try-notes.ts'

describe('examples/express', () => {
  it('is an app on another port of the same host', async () => {
    const { port } = await startExample('express/run.mjs')
    const home = `http://localhost:${port}`
    await tryNotes(await visitor(home), home)
  })

  it('is an app on a sibling host, which sees the cookie of the domain', async () => {
    const { port } = await startExample('express/run.mjs', ({ port, servicePort }) => ({
      LATCHKEY_PUBLIC_URL: `http://id.example.localhost:${servicePort}`,
      LATCHKEY_COOKIE_DOMAIN: 'example.localhost',
      LATCHKEY_ALLOWED_ORIGINS: `http://app.example.localhost:${port}`,
      APP_URL: `http://app.example.localhost:${port}`,
    }))
    const home = `http://app.example.localhost:${port}`
    const page = await visitor(home, { javaScriptEnabled: false })
    await tryNotes(page, home)
    expect((await page.context().cookies(home)).map(({ name, domain }) => [name, domain])).toEqual(
      expect.arrayContaining([['app_session', '.example.localhost']]),
    )
  })
})

describe('examples/react', () => {
  it('asks in the browser, and has links to sign up, to the account and out', async () => {
    const { port } = await startExample('react/run.mjs', ({ port, servicePort }) => ({
      LATCHKEY_PUBLIC_URL: `http://id.example.localhost:${servicePort}`,
      LATCHKEY_COOKIE_DOMAIN: 'example.localhost',
      APP_URL: `http://app.example.localhost:${port}`,
    }))
    const page = await visitor(`http://app.example.localhost:${port}`)
    await tryLinks(page)
    await saysThatNothingAnswers(page)
  })
})

describe('examples/vite', () => {
  it('has the app and the service on one origin while one develops', async () => {
    const { port } = await startExample('vite/run.mjs')
    const page = await visitor(`http://localhost:${port}`)
    await tryLinks(page, '/id')
    await saysThatNothingAnswers(page)
  })
})

/** Opened anew where the service is away, or where something else is in its place. */
async function saysThatNothingAnswers(page: Page): Promise<void> {
  await page.route('**/auth/check', (route) => route.fulfill({ status: 404, body: 'Not found' }))
  await page.reload()
  await page.getByRole('status').filter({ hasText: 'Latchkey does not answer' }).waitFor()
}

describe('examples/in-process', () => {
  it('is the app and the service at one port', async () => {
    const { port } = await startExample('in-process/run.mjs')
    await tryLinks(await visitor(`http://localhost:${port}`))
  })
})

describe('examples/organisations', () => {
  it('asks with every request what the visitor is in the organisation', async () => {
    const { port, servicePort } = await startExample('organisations/server.mjs')
    const [home, service] = [`http://localhost:${port}`, `http://localhost:${servicePort}`]
    const page = await visitor(home)
    await page.goto('/')
    await mouse.press(page, 'Sign up')
    await signUp(page, mouse, 'Ada', 'ada@example.com')
    await page.getByText('You are working for yourself.').waitFor()
    const made = await page.request.post(`${service}/auth/orgs`, { data: { name: 'Acme' }, headers: { origin: service } })
    const { id } = await made.json()
    await page.reload()
    await page.getByText('You are working for Acme.').waitFor()
    await page.getByRole('link', { name: 'Acme' }).click()
    await page.getByLabel('Note').fill('Hello <all>')
    await page.getByRole('button', { name: 'Write' }).click()
    await page.getByText('Hello <all>').waitFor()
    await page.request.delete(`${service}/auth/orgs/${id}`, { data: { slug: 'acme' }, headers: { origin: service } })
    expect((await page.reload())?.status()).toBe(404)
  })
})

describe('examples/browser-app', () => {
  async function open() {
    const { port, servicePort } = await startExample('browser-app/server.mjs')
    const service = `http://localhost:${servicePort}`
    const page = await visitor(`http://localhost:${port}`)
    const says = (text: string) => page.getByRole('status').filter({ hasText: text }).waitFor()
    await page.goto('/')
    await says('You are not signed in.')
    return { page, service, says }
  }

  async function enter(page: Page, password: string) {
    await page.getByLabel('Email').fill('ada@example.com')
    await page.getByLabel('Password').fill(password)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  }

  async function register(page: Page, service: string) {
    await mouse.press(page, 'Sign up')
    expect(new URL(page.url()).origin).toBe(service)
    await signUp(page, mouse, 'Ada', 'ada@example.com')
  }

  it('signs people in and out by itself', async () => {
    const { page, service, says } = await open()
    await register(page, service)
    await says('Hello, Ada')
    await page.getByRole('button', { name: 'Sign out' }).click()
    await says('You are not signed in.')
    await enter(page, 'not the one')
    await says('The email address or the password is not right.')
    await enter(page, PASSWORD)
    await says('Hello, Ada')
    await page.reload()
    await says('Hello, Ada')
    await saysThatNothingAnswers(page)
  })

  it('asks for the second step', async () => {
    const { page, service, says } = await open()
    await register(page, service)
    await says('Hello, Ada')
    await page.evaluate(
      ([url, password]) =>
        fetch(`${url}/auth/2fa/enable`, {
          method: 'POST',
          credentials: 'include',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ password }),
        }),
      [service, PASSWORD],
    )
    await page.getByRole('button', { name: 'Sign out' }).click()
    await enter(page, PASSWORD)
    await says('We sent you a code.')
    await page.getByLabel('Code from the mail').fill(await mailedCode(service))
    await page.getByRole('button', { name: 'Go on' }).click()
    await says('Hello, Ada')
  })
})

async function mailedCode(service: string): Promise<string> {
  const find = async () => {
    const mails = (await (await fetch(`${service}/dev/inbox.json`)).json()) as { text: string }[]
    return mails.map(({ text }) => /\b\d{6}\b/.exec(text)?.[0]).find((code) => code !== undefined)
  }
  await expect.poll(find).toBeDefined()
  return (await find()) ?? ''
}
