import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { isFull } from '../support/form.ts'
import { PASSWORD } from '../support/world.ts'
import type { BrowserWorld } from './browser-world.ts'

/** What somebody does on a page, whichever way they do it. */
export interface Hands {
  type(page: Page, label: string, text: string): Promise<void>
  press(page: Page, name: string): Promise<void>
  /** Opens what is folded away, and stays on the page. */
  unfold(page: Page, name: string): Promise<void>
  /** Presses what leads to no other page. */
  open(page: Page, name: string): Promise<void>
}

/** What is folded away is not there yet. */
const field = (page: Page, label: string) =>
  page.getByLabel(label, { exact: true }).and(page.locator('input:visible, select:visible, textarea:visible')).first()
const pressable = (page: Page, name: string) =>
  page
    .getByRole('button', { name, exact: true })
    .or(page.getByRole('link', { name, exact: true }))
    .first()

const summary = (page: Page, name: string) => page.locator('summary').filter({ hasText: name }).first()

export const mouse: Hands = {
  type: (page, label, text) => field(page, label).fill(text),
  press: (page, name) => leaving(page, pressable(page, name).click()),
  unfold: (page, name) => summary(page, name).click(),
  open: (page, name) => pressable(page, name).click(),
}

/** Whatever is pressed leads to a page: until it is there, the press has not been answered. */
async function leaving(page: Page, act: Promise<void>): Promise<void> {
  await Promise.all([page.waitForEvent('load'), act])
}

/** Tab, letters and Enter alone: what cannot be reached by them cannot be done. */
const keyboard: Hands = {
  async type(page, label, text) {
    await tabTo(page, await field(page, label).elementHandle())
    await page.keyboard.press('ControlOrMeta+A')
    await page.keyboard.type(text)
  },
  async press(page, name) {
    await tabTo(page, await pressable(page, name).elementHandle())
    await leaving(page, page.keyboard.press('Enter'))
  },
  async unfold(page, name) {
    await tabTo(page, await summary(page, name).elementHandle())
    await page.keyboard.press('Enter')
  },
  async open(page, name) {
    await tabTo(page, await pressable(page, name).elementHandle())
    await page.keyboard.press('Enter')
  },
}

type PersonSetup = readonly [name: string, hands: Hands, javaScriptEnabled: boolean]

const allSetups: readonly PersonSetup[] = [
  ['a mouse and no JavaScript', mouse, false],
  ['the keyboard alone', keyboard, true],
  ['a mouse and JavaScript', mouse, true],
]

/**
 * How every journey is made: no visitor is left out who lacks a script or a mouse. One who lacks both shows it for either; the long
 * form tries them apart, and what a script adds has tests of its own.
 */
export const ways: readonly PersonSetup[] = isFull ? allSetups : [['the keyboard alone and no JavaScript', keyboard, false]]

async function tabTo(page: Page, wanted: Awaited<ReturnType<ReturnType<Page['locator']>['elementHandle']>>): Promise<void> {
  for (let presses = 0; presses < 80; presses++) {
    if (await page.evaluate((one) => document.activeElement === one, wanted)) return
    await page.keyboard.press('Tab')
  }
  throw new Error('the keyboard does not get there')
}

export const arrivesAt = (page: Page, path: string): Promise<void> => page.waitForURL((url) => url.pathname === path)

/** A code of six digits. A script sends it with the last of them. */
export async function typeDigits(page: Page, hands: Hands, code: string, hasScript: boolean): Promise<void> {
  if (hasScript) return leaving(page, hands.type(page, 'Code', code))
  await hands.type(page, 'Code', code)
  await hands.press(page, 'Continue')
}

/** With a script the link of a mail is enough; without one its code has to be typed. */
export async function followMail(
  here: BrowserWorld,
  page: Page,
  to: string,
  label: string,
  hasScript: boolean,
  count = 1,
): Promise<void> {
  const { link, code } = await here.mail.newest(to, count)
  await page.goto(hasScript ? link : link.replace(/#.*/, ''))
  if (hasScript) {
    await expect.poll(() => page.url()).not.toContain('#')
    await page.getByText(/^(?:The code is filled in\.|Your account will be for .*)$/).waitFor()
    await expect.poll(() => field(page, label).count()).toBe(0)
  } else await field(page, label).fill(code || tokenOf(link))
}

const tokenOf = (link: string): string => new URLSearchParams(new URL(link).hash.slice(1)).get('token') ?? ''

/** On the page that makes an account, up to the page that it leads to. */
export async function signUp(page: Page, hands: Hands, name: string, email: string): Promise<void> {
  await hands.type(page, 'Name', name)
  await hands.type(page, 'Email address', email)
  await hands.type(page, 'Password', PASSWORD)
  await hands.press(page, 'Create account')
}

/** To another page of the account centre or the console: on a narrow screen its places are folded away. */
export async function goTo(page: Page, hands: Hands, place: string): Promise<void> {
  await hands.open(page, 'Menu')
  await hands.press(page, place)
}

export async function signIn(page: Page, hands: Hands, email: string, password = PASSWORD): Promise<void> {
  await hands.type(page, 'Email address', email)
  await hands.type(page, 'Password', password)
  await hands.press(page, 'Sign in')
}
