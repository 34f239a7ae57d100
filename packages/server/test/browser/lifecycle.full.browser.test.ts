import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { agents } from '../support/reported.ts'
import { STEP_UP_MS } from '../support/stepped-up.ts'
import { PASSWORD } from '../support/world.ts'
import { bringAxe, violations } from './axe.ts'
import { type BrowserWorld, browserWorld } from './browser-world.ts'
import { arrivesAt, goTo, mouse, signIn } from './person.ts'

const OLD = 'ada@example.com'
const NEW = 'ada@example.org'
const LAST = 'ada@example.net'
const NEW_PASSWORD = 'another horse 2'

async function looksGood(page: Page, about: string): Promise<void> {
  await bringAxe(page)
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    expect(await violations(page), `${about}, ${colorScheme}`).toEqual([])
  }
  expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth), about).toBe(0)
}

/** The newest link of this kind that a mailbox has. */
async function linkTo(here: BrowserWorld, email: string, path: string): Promise<string> {
  const links = () =>
    here.mail.mails.filter(({ recipients, link }) => recipients.includes(email) && link?.includes(`${path}#code=`))
  // An earlier mail may have a link of the same kind, which the newest has ended.
  await here.outbox.idle()
  await expect.poll(() => links().length).toBeGreaterThan(0)
  return links().at(-1)?.link ?? ''
}

/** Opens the link of a mail: it is looked at, and nothing is done. */
async function openLink(page: Page, link: string, button: string): Promise<void> {
  await page.goto(link)
  await page.getByRole('button', { name: button, exact: true }).waitFor()
  expect(page.url()).not.toContain('#')
  await looksGood(page, button)
}

/** The sign-in is long ago: before it goes on, one says who one is. */
async function proveFirst(page: Page, thing: string, confirm = mouse.press): Promise<void> {
  await mouse.press(page, thing)
  await arrivesAt(page, '/step-up')
  await mouse.type(page, 'Password', PASSWORD)
  await confirm(page, 'Confirm')
}

async function asksForNewAddress(here: BrowserWorld, page: Page): Promise<void> {
  here.clock.advance(STEP_UP_MS)
  await page.goto('/account')
  await mouse.unfold(page, 'Change address…')
  await mouse.type(page, 'New email address', NEW)
  await proveFirst(page, 'Change address')
  await page.getByText('A change is waiting').waitFor()
  await looksGood(page, 'a change that waits')
}

/** In a browser that knows nothing of the account. */
async function confirmsInBothMailboxes(here: BrowserWorld, page: Page): Promise<void> {
  await openLink(page, await linkTo(here, OLD, '/change-email'), 'Confirm the new address')
  await page.getByText(`the mailbox of ${NEW} has to confirm as well.`).waitFor()
  await mouse.press(page, 'Confirm the new address')
  await page.getByText('Thank you. This mailbox has confirmed.').waitFor()
  const link = await linkTo(here, NEW, '/change-email')
  await openLink(page, link, 'Confirm the new address')
  // Another language is another visit, which knows what the link has brought.
  await mouse.press(page, 'Deutsch')
  await page.getByRole('button', { name: 'Neue Adresse bestätigen' }).waitFor()
  await mouse.press(page, 'English')
  await page.getByRole('button', { name: 'Confirm the new address' }).waitFor()
  await mouse.press(page, 'Confirm the new address')
  await page.getByText('The address was changed.').waitFor()
  await looksGood(page, 'a change that is done')
  await page.goto(link)
  await page.getByText('This code was already used.').waitFor()
  await looksGood(page, 'a dead link')
  await page.goto('/sign-in?notice=address')
  expect(await page.getByLabel('Email address').inputValue()).toBe(NEW)
  await mouse.type(page, 'Password', PASSWORD)
  await mouse.press(page, 'Sign in')
  await arrivesAt(page, '/account')
}

async function looksAtActivityAndTakesDataAlong(here: BrowserWorld, page: Page): Promise<void> {
  await page.goto('/account')
  await goTo(page, mouse, 'Activity')
  const line = page.locator('#activity li').filter({ hasText: 'Email address changed' })
  expect(await line.innerText()).toContain('You')
  await looksGood(page, 'activity')
  here.clock.advance(STEP_UP_MS)
  await goTo(page, mouse, 'Data')
  await looksGood(page, 'data')
  // The page that comes after the proof is left for the file at once, so that no load of it ends.
  const [download] = await Promise.all([page.waitForEvent('download'), proveFirst(page, 'Download my data', mouse.open)])
  expect(download.suggestedFilename()).toBe('account-2030-01-01.json')
  const { format, account } = JSON.parse(readFileSync(await download.path(), 'utf8'))
  expect([format, account.email]).toEqual(['latchkey.account.v1', NEW])
  await goTo(page, mouse, 'Sessions and devices')
  await mouse.unfold(page, 'Name…')
  await mouse.type(page, 'Name of the device', 'My laptop')
  await mouse.press(page, 'Save name')
  await page.locator('#sessions').getByText('My laptop', { exact: true }).waitFor()
  await looksGood(page, 'sessions')
}

async function endsInCheckMail(page: Page, button: string, words: string): Promise<void> {
  await mouse.press(page, button)
  await arrivesAt(page, '/check-your-mail')
  await page.getByText(words).waitFor()
}

describe('the life of an account, in a browser', () => {
  it('moves to another address by the links of mails, and is taken back from a thief', async () => {
    const here = await browserWorld({ env: { NEW_DEVICE_NOTICES: 'true', DISABLE_ADMIN_TWO_FACTOR: 'true' } })
    await here.signedUp(OLD)
    await here.sql(`UPDATE accounts SET verified_at = 1, mailbox_proved_at = 1`)
    // What is on its way to another colour is looked at when it has arrived.
    const visitor = (userAgent: string) => here.visitor({ reducedMotion: 'reduce', userAgent })
    const [own, other, third] = [await visitor(agents.chrome), await visitor(agents.safari), await visitor(agents.chrome)]
    await own.goto('/account')
    await signIn(own, mouse, OLD)
    await asksForNewAddress(here, own)
    await confirmsInBothMailboxes(here, other)
    await looksAtActivityAndTakesDataAlong(here, own)

    // The other browser was a thief's, after all.
    await openLink(third, await linkTo(here, NEW, '/not-me'), 'This wasn’t me')
    await endsInCheckMail(third, 'This wasn’t me', 'Everyone was signed out, and the old password no longer works.')
    for (const page of [own, other]) {
      await page.goto('/account')
      await arrivesAt(page, '/sign-in')
    }

    const root = await here.administrator()
    const [ada] = await here.sql(`SELECT id FROM accounts WHERE email = ?`, [NEW])
    expect(await root.send('PATCH', `/admin/users/${ada?.['id']}/email`, { email: LAST })).toMatchObject({ status: 200 })
    await openLink(third, await linkTo(here, NEW, '/revert-email'), 'Take it back')
    await endsInCheckMail(third, 'Take it back', 'The account has its old address again, and everyone was signed out.')
    await third.goto(await linkTo(here, NEW, '/reset-password'))
    await third.getByText(`For the account of ${NEW}.`).waitFor()
    await mouse.type(third, 'New password', NEW_PASSWORD)
    await mouse.press(third, 'Save the password')
    await mouse.type(third, 'Password', NEW_PASSWORD)
    await mouse.press(third, 'Sign in')
    await third.waitForURL(({ pathname }) => pathname.startsWith('/account'))
  })
})
