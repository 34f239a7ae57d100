import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { visitor } from '../browser/browser-world.ts'
import { mouse, signIn } from '../browser/person.ts'
import { PASSWORD } from '../support/world.ts'
import { nextApp } from './next-app.ts'

const next = nextApp()
let app: string
let service: string

beforeAll(async () => {
  const started = await next.start()
  app = started.url
  service = started.service
}, 300_000)
afterAll(() => next.end())

/** Somebody who has signed up from the app's front page, and has come back to it. */
async function newcomer(email: string): Promise<Page> {
  const page = await visitor(app)
  await page.goto('/')
  await heading(page, 'Hello')
  await mouse.press(page, 'Sign up')
  expect(page.url()).toContain(`${service}/sign-up`)
  await mouse.type(page, 'Name', 'Ada <Lovelace>')
  await mouse.type(page, 'Email address', email)
  await mouse.type(page, 'Password', PASSWORD)
  await mouse.press(page, 'Create account')
  expect(page.url()).toBe(`${app}/`)
  await heading(page, 'Hello, Ada <Lovelace>')
  return page
}

const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true }).waitFor()

async function cookieOf(page: Page): Promise<string> {
  return (await page.context().cookies()).map(({ name, value }) => `${name}=${value}`).join('; ')
}

/** Ends a session from elsewhere: the browser keeps its cookies. */
async function revoke(page: Page): Promise<void> {
  const headers = { cookie: await cookieOf(page), origin: service }
  expect((await fetch(`${service}/auth/logout`, { method: 'POST', headers })).status).toBe(200)
}

it('signs people up, in and out on the hosted pages, and they come back', async () => {
  const page = await newcomer('ada@example.com')
  await page.getByRole('link', { name: 'Notes' }).click()
  await heading(page, 'Notes of ada@example.com')
  await page.goto('/')
  await mouse.press(page, 'Account')
  expect(page.url()).toContain(`${service}/account`)
  await page.goto('/')
  await mouse.press(page, 'Sign out')
  await mouse.press(page, 'Sign out')
  expect(page.url()).toBe(`${app}/`)
  await heading(page, 'Hello')

  await page.goto('/notes')
  expect(page.url()).toContain(`${service}/sign-in`)
  await signIn(page, mouse, 'ada@example.com')
  expect(page.url()).toBe(`${app}/notes`)
  await heading(page, 'Notes of ada@example.com')
})

it('knows with the next request that a session was ended', async () => {
  const page = await newcomer('grace@example.com')
  const headers = { cookie: await cookieOf(page) }
  const kept = async () => (await fetch(`${app}/kept`, { headers })).json()
  expect([await kept(), await kept()]).toEqual([{ status: 'signed-in' }, { status: 'signed-in' }])
  await revoke(page)
  expect(await kept()).toEqual({ status: 'signed-out' })
  // By a link of Next.js, which fetches the page instead of going there.
  await page.getByRole('link', { name: 'Notes' }).click()
  await page.waitForURL(`${service}/sign-in?**`)
  await page.goto('/')
  await heading(page, 'Hello')
})

it('sends people back to the front page where no other is named, as the proxy in front of it calls it', async () => {
  const ask = async (headers: Record<string, string>) =>
    (await fetch(`${app}/inside`, { headers, redirect: 'manual' })).headers.get('location')
  const to = (address: string) => `${service}/sign-in?${new URLSearchParams({ returnTo: address })}`
  expect(await ask({})).toBe(to(`${app}/`))
  expect(await ask({ 'x-forwarded-host': 'app.example.com, inner', 'x-forwarded-proto': 'https' })).toBe(
    to('https://app.example.com/'),
  )
})

it('takes the service that any part of the app has given, or that of the environment; else it says what is missing', async () => {
  const page = await newcomer('edith@example.com')
  const headers = { cookie: await cookieOf(page) }
  const given = await next.again({ GIVEN_URL: service, LATCHKEY_URL: 'http://127.0.0.1:1' })
  expect(await (await fetch(`${given.url}/inside`, { headers })).text()).toContain('Inside: ')

  const elsewhere = await next.again({ LATCHKEY_URL: service, LATCHKEY_PUBLIC_URL: 'https://id.example.com' })
  expect(await (await fetch(`${elsewhere.url}/inside`, { headers })).text()).toContain('Inside: ')
  const { headers: answer } = await fetch(`${elsewhere.url}/inside`, { redirect: 'manual' })
  expect(answer.get('location')).toMatch(/^https:\/\/id\.example\.com\/sign-in\?returnTo=/)

  const untold = await next.again({})
  expect((await fetch(`${untold.url}/inside`, { headers })).status).toBe(500)
  expect(untold.output()).toContain('Set LATCHKEY_URL')
})

it('is developed with the settings and the command of the guide', async () => {
  const { url } = await next.develop({ LATCHKEY_URL: service })
  const page = await visitor(url)
  await page.goto('/')
  await heading(page, 'Hello')
  const links = await page.getByRole('link').evaluateAll((all) => all.map((one) => one.getAttribute('href')))
  expect(links).toContain(`http://localhost:3000/sign-up?returnTo=${encodeURIComponent('http://localhost:3001/')}`)
})
