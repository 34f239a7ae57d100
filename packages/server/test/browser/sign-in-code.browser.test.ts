import { expect, it } from 'vitest'
import { dump } from '../support/scanned.ts'
import { PASSWORD } from '../support/world.ts'
import { browserWorld } from './browser-world.ts'
import { arrivesAt, mouse } from './person.ts'

const EMAIL = 'ada@example.com'

async function place() {
  const here = await browserWorld({ env: { EMAIL_SIGN_IN: 'existing' } })
  await here.signedUp(EMAIL)
  await here.sql(`UPDATE accounts SET mailbox_proved_at = 1, verified_at = 1`)
  return here
}

/** As far as the page that waits for the code. */
async function asking(here: Awaited<ReturnType<typeof place>>) {
  const page = await here.visitor()
  await page.goto('/sign-in')
  await mouse.type(page, 'Email address', EMAIL)
  await mouse.press(page, 'Continue')
  await mouse.press(page, 'Email me a code')
  await arrivesAt(page, '/sign-in-code')
  return { page, ...(await here.mail.newest(EMAIL)) }
}

it('the link of the mail is one button in the browser that asked, and the code is out of the address', async () => {
  const here = await place()
  const { page, link } = await asking(here)
  await page.goto(link)
  await page.getByText('The code is filled in.').waitFor()
  expect(page.url()).toBe(`${here.url}/sign-in-code`)
  await mouse.press(page, 'Sign in')
  await arrivesAt(page, '/account')
})

it('the link shows the code in any other browser, which runs its scripts and presses all there is, and changes nothing', async () => {
  const here = await place()
  const { page, link, code } = await asking(here)
  await here.outbox.idle()
  const before = await dump(here)
  const scanner = await here.visitor()
  await scanner.goto(link)
  await scanner.getByText(code, { exact: true }).waitFor()
  expect(await scanner.locator('main button').count()).toBe(0)
  expect(await dump(here)).toEqual(before)
  await mouse.type(page, 'Code', code.toLowerCase())
  await mouse.press(page, 'Sign in')
  await arrivesAt(page, '/account')
})

it('a link that a stranger has made puts no words into the page', async () => {
  const page = await (await place()).visitor()
  for (const words of ['Call 555 0100', 'ABCD-1234 or call 555 0100']) {
    await page.goto('about:blank')
    await page.goto(`/sign-in-code#code=${encodeURIComponent(words)}`)
    await page.waitForLoadState()
    expect(await page.locator('[data-shows-code]').isVisible()).toBe(false)
  }
})

it('a password manager that fills in the second step finds the address beside the password', async () => {
  const here = await place()
  const page = await here.visitor()
  await page.goto('/sign-in')
  await mouse.type(page, 'Email address', EMAIL)
  await mouse.press(page, 'Continue')
  const form = page.locator('form', { has: page.getByLabel('Password', { exact: true }) })
  expect(await form.locator('input[autocomplete="username"]').inputValue()).toBe(EMAIL)
  await mouse.type(page, 'Password', PASSWORD)
  await mouse.press(page, 'Sign in')
  await arrivesAt(page, '/account')
})
