import { gzipSync } from 'node:zlib'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { AuthenticatorApp, addPasskey, STEP_MS } from '../support/factored.ts'
import { isFull } from '../support/form.ts'
import { SoftwareAuthenticator } from '../support/software-authenticator.ts'
import { STEP_UP_MS } from '../support/stepped-up.ts'
import { PASSWORD, type World } from '../support/world.ts'
import { bringAxe, violations } from './axe.ts'
import { type BrowserWorld, browserWorld } from './browser-world.ts'
import { HOSTILE, inhabited, LONG } from './inhabited.ts'

/** Between them they have seen every colour and every layout. */
const LOOKS = [
  { colorScheme: 'light', width: 320 },
  { colorScheme: 'dark', width: 1280 },
] as const

const LIMIT_BYTES = 30 * 1024

/** One page of each layout. */
const PUBLIC = [
  '/sign-in',
  '/sign-in?error=email_already_exists',
  '/sign-up',
  '/check-your-mail?for=verification',
  '/two-factor?challengeId=00000000-0000-4000-8000-000000000000',
  '/reset-password',
  '/invite',
  '/signed-out',
  '/nothing-here',
]
/** The same layouts with other words. */
const PUBLIC_ALIKE = [
  '/verify-email',
  '/forgot-password',
  '/set-password',
  '/org-invite',
  '/change-email',
  '/revert-email',
  '/not-me',
  '/console/sign-in',
  '/sign-in?error=user_banned',
  '/sign-in?notice=ended',
  '/check-your-mail?for=reset',
  '/change-email?done=new',
]

const BY_MAIL = isFull ? [{}, { ENABLE_EMAIL_PASSWORD: 'false' }] : [{}]

/** Lets the sign-ins be so long ago that they have to be confirmed, with a password or, as it has none any more, by mail. */
async function later({ clock, sql }: World, isPasswordless: boolean): Promise<void> {
  clock.advance(STEP_UP_MS)
  if (isPasswordless) await sql(`UPDATE accounts SET password_hash = NULL`)
}

async function wear(page: Page, { colorScheme, width }: (typeof LOOKS)[number]): Promise<void> {
  await page.emulateMedia({ colorScheme })
  await page.setViewportSize({ width, height: 800 })
}

/** Whatever is folded away is looked at as well. */
const unfold = (page: Page) =>
  page.evaluate(() => {
    for (const one of document.querySelectorAll('details')) one.open = true
  })

interface Shift {
  readonly value: number
  readonly sources: readonly { readonly node: Element | null; readonly previousRect: DOMRect; readonly currentRect: DOMRect }[]
}

/** How far what is shown has moved while the page was loading, and what did. */
const layoutShift = (page: Page): Promise<{ readonly total: number; readonly moved: readonly string[] }> =>
  page.evaluate(
    () =>
      new Promise((resolve) => {
        const shifts: Shift[] = []
        new PerformanceObserver((list) => {
          shifts.push(...(list.getEntries() as unknown as Shift[]))
        }).observe({ type: 'layout-shift', buffered: true })
        const boxOf = ({ x, y, width, height }: DOMRect) => [x, y, width, height].map(Math.round).join(' ')
        const named = ({ node, previousRect, currentRect }: Shift['sources'][number]) =>
          `${node?.outerHTML?.slice(0, 80)} from ${boxOf(previousRect)} to ${boxOf(currentRect)} at ${innerWidth}`
        const total = () => shifts.reduce((sum, { value }) => sum + value, 0)
        setTimeout(() => resolve({ total: total(), moved: shifts.flatMap(({ sources }) => sources.map(named)) }), 50)
      }),
  )

/** Pages are loaded in either look in turn; to load each in both would show nothing new about their layout. */
let loads = 0
const lookInTurn = () => LOOKS[loads % 2 ? 1 : 0]

async function expectGoodPage(page: Page, path: string): Promise<void> {
  loads++
  await wear(page, lookInTurn())
  const loaded: { url: string; bytes: number }[] = []
  const sizes: Promise<void>[] = []
  page.on('response', (response) => {
    sizes.push(
      response
        .body()
        .then((body) => void loaded.push({ url: response.url(), bytes: gzipSync(body).byteLength }))
        .catch(() => undefined),
    )
  })
  const response = await page.goto(path, { waitUntil: 'load' })
  await Promise.all(sizes)
  page.removeAllListeners('response')
  const headers = response?.headers() ?? {}
  expect(headers['content-security-policy'], path).toContain("frame-ancestors 'none'")
  expect(headers['content-security-policy'], path).not.toContain('unsafe')
  const { origin } = new URL(page.url())
  expect(
    loaded.filter(({ url }) => new URL(url).origin !== origin),
    path,
  ).toEqual([])
  expect(
    loaded.reduce((sum, { bytes }) => sum + bytes, 0),
    path,
  ).toBeLessThan(LIMIT_BYTES)
  await expectGoodToSee(page, path)
}

/** Of what is on the screen, however one got there: in every look, or in that whose turn it is. */
async function expectGoodToSee(page: Page, path: string): Promise<void> {
  expect(await page.locator('h1').count(), path).toBe(1)
  const { total, moved } = await layoutShift(page)
  expect(total, `${path}: ${moved.join(', ')}`).toBeLessThan(0.01)
  await expectAccessible(page, path)
}

/** Of what a script has changed since it was loaded, too. */
async function expectAccessible(page: Page, path: string): Promise<void> {
  await unfold(page)
  await bringAxe(page)
  for (const look of isFull ? LOOKS : [lookInTurn()]) {
    const about = `${path}, ${look.colorScheme}, ${look.width} pixels wide`
    await wear(page, look)
    expect(await violations(page), about).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth), about).toBe(0)
  }
}

/** Gives the administrator two passkeys, an authenticator app by the pages, and a browser that is trusted. */
async function withFactors(here: BrowserWorld, page: Page): Promise<void> {
  const root = here.browser()
  await root.post('/auth/login', { email: 'root@example.com', password: PASSWORD })
  for (const name of [HOSTILE, 'x'.repeat(60)]) {
    await addPasskey(root, { name, keepOtherSessions: true }, new SoftwareAuthenticator({ origin: here.url }))
  }
  await page.goto('/account/security')
  await page.getByRole('button', { name: 'Set up an app' }).click()
  await page.locator('.secret').waitFor()
  await expectGoodToSee(page, 'the key of an app')
  const app = new AuthenticatorApp((await page.locator('.secret').innerText()).replaceAll(' ', ''), () => here.clock.now())
  await page.getByLabel('Code from the app').fill(app.code())
  await page.locator('.codes').waitFor()
  await expectGoodToSee(page, 'recovery codes')
  here.clock.advance(STEP_MS)
  const trusted = here.browser()
  const { body } = await trusted.post('/auth/login', { email: 'root@example.com', password: PASSWORD })
  await trusted.post('/auth/2fa/verify', { challengeId: body.challengeId, code: app.code(), trustDevice: true })
}

/** Types the code that was mailed to somebody who is signed in elsewhere. */
async function confirmElsewhere(here: BrowserWorld, page: Page): Promise<void> {
  await page.goto('/verify-email')
  await page.getByLabel('Code').fill((await here.mail.newest(LONG)).code)
  await page.getByRole('button', { name: 'Confirm' }).click()
}

describe('every page, light and dark, narrow and wide', () => {
  it('is small, accessible, at home at any width, and loads nothing from elsewhere', async () => {
    const { here, page, signIn, userId, orgId } = await inhabited()
    for (const path of isFull ? [...PUBLIC, ...PUBLIC_ALIKE] : PUBLIC) await expectGoodPage(page, path)
    await signIn()
    const own = [
      '/account/security',
      '/account/sessions',
      '/account/data',
      '/orgs/acme',
      '/console',
      '/console/users',
      `/console/users/${userId}`,
      '/console/audit',
    ]
    const ownAlike = [
      '/account',
      '/account/activity',
      '/account/connections',
      '/account/organisations',
      '/console/invites',
      '/console/organisations',
      `/console/organisations/${orgId}`,
      '/console/keys',
      '/console/webhooks',
    ]
    for (const path of isFull ? [...own, ...ownAlike] : own) await expectGoodPage(page, path)
    await later(here, false)
    await expectGoodPage(page, '/step-up?returnTo=/account')
    await later(here, true)
    for (const path of ['/step-up', '/step-up?sent=now', '/account/connections?resume=link']) await expectGoodPage(page, path)
  })

  it.each(BY_MAIL)('is so as well where people sign in by mail, with %j', async (env) => {
    const here = await browserWorld({ env: { EMAIL_SIGN_IN: 'anybody', ...env } })
    const page = await here.visitor({ reducedMotion: 'reduce' })
    for (const path of ['/sign-in', '/sign-in-code', '/console/sign-in']) await expectGoodPage(page, path)
    await page.goto('/sign-in')
    await page.getByLabel('Email address').fill(LONG)
    if (!('ENABLE_EMAIL_PASSWORD' in env)) {
      await page.getByRole('button', { name: 'Continue' }).click()
      await page.waitForURL('**/sign-in?step=prove')
      await expectGoodPage(page, '/sign-in?step=prove')
    }
    await page.getByRole('button', { name: 'Email me a code' }).click()
    await page.waitForURL('**/sign-in-code*')
    await expectGoodPage(page, '/sign-in-code')
    const { link, code } = await here.mail.newest(LONG)
    await page.goto(link)
    await page.getByText('The code is filled in.').waitFor()
    await expectAccessible(page, 'a code that is filled in')
    const scanner = await here.visitor({ reducedMotion: 'reduce' })
    await scanner.goto('/sign-in-code#code=7K3M-Q9TX')
    await expectAccessible(scanner, 'a code that is shown')
    if (!('ENABLE_EMAIL_PASSWORD' in env)) return
    await page.goto('/sign-in-code')
    await page.getByLabel('Code').fill(code)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.waitForURL('**/account')
    for (const path of ['/account/security', '/step-up']) await expectGoodPage(page, path)
  })

  it.runIf(isFull)(
    'is so as well for accounts with second factors of every kind',
    async () => {
      const { here, page, signIn } = await inhabited()
      await signIn()
      await withFactors(here, page)
      await expectGoodPage(page, '/account/security')
      expect(await page.locator('section').count()).toBe(5)
      for (const method of ['totp', 'recovery', 'passkey']) await expectGoodPage(page, `/step-up?method=${method}`)
      await page.context().clearCookies()
      await page.goto('/sign-in')
      await page.getByLabel('Email address').fill('root@example.com')
      await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
      await page.getByRole('button', { name: 'Sign in', exact: true }).click()
      await page.waitForURL('**/two-factor?*')
      for (const method of ['totp', 'recovery', 'passkey']) {
        await expectGoodPage(page, page.url().replace(/method=\w+/, `method=${method}`))
      }
    },
    120_000,
  )

  it.runIf(isFull)(
    'is so as well where only a code from the mail leads there',
    async () => {
      const { here, page, signIn } = await inhabited()
      await page.goto((await here.mail.newest(LONG)).link)
      await page.getByRole('button', { name: 'Create account and join' }).waitFor()
      await expectGoodToSee(page, 'an invitation')
      await (await here.signedUp(LONG)).post('/auth/resend-verification')
      await signIn()
      await confirmElsewhere(here, page)
      await page.getByRole('heading', { name: 'Switch accounts?' }).waitFor()
      await expectGoodToSee(page, 'the question')
      await page.getByRole('button', { name: `Continue as ${LONG}` }).click()
      await page.getByRole('heading', { name: 'Did you create this account?' }).waitFor()
      await expectGoodToSee(page, 'the question for a password')
      await page.getByRole('button', { name: 'I did not choose one' }).click()
      await page.waitForURL('**/address-proved')
      await expectGoodPage(page, '/address-proved')
    },
    120_000,
  )
})
