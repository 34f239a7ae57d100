import type { Locator, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { PASSWORD } from '../support/world.ts'
import { browserWorld } from './browser-world.ts'
import { mouse } from './person.ts'

const LONG = 'ada.with.a.rather-long-address@mail.department.a-long-domain-name.example'

const overflow = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

/** Ada at her account centre, with an address that needs room. */
async function atHome(settings: Parameters<Awaited<ReturnType<typeof browserWorld>>['visitor']>[0] = {}) {
  const here = await browserWorld({ env: { DISABLE_ADMIN_TWO_FACTOR: 'true' } })
  const ada = await here.signedUp(LONG)
  await here.sql(`UPDATE accounts SET role = 'admin'`)
  const page = await here.resident(ada, settings)
  await page.goto('/account')
  return { ...here, page }
}

describe('colours of the reader’s own', () => {
  it('still show where one is, and what a button is', async () => {
    const { page } = await atHome({ forcedColors: 'active', viewport: { width: 1280, height: 800 } })
    const current = page.locator('.places a[aria-current]')
    const other = page.locator('.places a:not([aria-current])').first()
    const outlineOf = (one: typeof current) => one.evaluate((element) => getComputedStyle(element).outlineStyle)
    expect([await outlineOf(current), await outlineOf(other)]).toEqual(['solid', 'none'])
    const border = await page.getByRole('button', { name: 'Save name' }).evaluate((one) => getComputedStyle(one).borderTopStyle)
    expect(border).toBe('solid')
  })

  it('still show the thing to do, what a colour stands for, and the language that is chosen', async () => {
    const here = await atHome({ forcedColors: 'active', viewport: { width: 1280, height: 800 } })
    const ground = (one: Locator) => one.evaluate((element) => getComputedStyle(element).backgroundColor)
    const { page } = here
    await page.goto('/console/users')
    expect(await ground(page.getByRole('link', { name: 'Add a user' }))).not.toBe(
      await ground(page.locator('.button.quiet').first()),
    )
    await page.goto('/console')
    const squares = [await ground(page.locator('.key').first()), await ground(page.locator('.key.failed'))]
    expect(new Set([...squares, await ground(page.locator('.panel').first())]).size).toBe(3)
    const stranger = await here.visitor({ forcedColors: 'active' })
    await stranger.goto('/sign-in')
    const offset = await stranger.locator('.foot [aria-current]').evaluate((one) => getComputedStyle(one).outlineOffset)
    expect(offset).toBe('3px')
  })
})

describe('text of twice the size', () => {
  it('has room at 400 pixels', async () => {
    const { page, sql } = await atHome({ viewport: { width: 400, height: 800 }, locale: 'en-US' })
    const [{ id = '' } = {}] = await sql(`SELECT id FROM accounts`)
    const places = ['/account', '/account/security', '/account/sessions', '/console', '/console/users', '/console/audit']
    // Those with the longest dates and the longest words.
    for (const language of ['en-US', 'de']) {
      await page.setExtraHTTPHeaders({ 'accept-language': language })
      for (const path of [...places, `/console/users/${id}`]) {
        await page.goto(path)
        await page.evaluate(() => {
          const sheet = new CSSStyleSheet()
          sheet.replaceSync('html { font-size: 200% }')
          document.adoptedStyleSheets = [sheet]
        })
        expect([language, path, await overflow(page)]).toEqual([language, path, 0])
      }
    }
  })
})

describe('a screen of 320 pixels', () => {
  it('breaks an address after its signs', async () => {
    const { page } = await atHome({ viewport: { width: 320, height: 700 } })
    const lines = await page.locator('#email .address').evaluate((element) => {
      const [range, found] = [document.createRange(), new Map<number, string>()]
      for (const node of element.childNodes) {
        if (node.nodeType !== Node.TEXT_NODE) continue
        for (let at = 0; at < (node.textContent ?? '').length; at++) {
          range.setStart(node, at)
          range.setEnd(node, at + 1)
          const top = Math.round(range.getBoundingClientRect().top)
          found.set(top, (found.get(top) ?? '') + node.textContent?.[at])
        }
      }
      return [...found.values()]
    })
    expect(lines.length).toBeGreaterThan(1)
    expect(lines.join('')).toBe(LONG)
    for (const line of lines.slice(0, -1)) expect(line).toMatch(/[@.-]$/)
  })

  it('folds the places of the console away, and shows them when asked, without a script', async () => {
    const { page } = await atHome({ viewport: { width: 320, height: 700 }, javaScriptEnabled: false })
    await page.goto('/console')
    const users = page.getByRole('link', { name: 'Users', exact: true })
    expect(await users.isVisible()).toBe(false)
    await page.getByRole('button', { name: 'Menu' }).click()
    await users.waitFor()
    await users.click()
    await page.waitForURL('**/console/users')
  })

  it('has room for the reference', async () => {
    const { page } = await atHome({ viewport: { width: 320, height: 700 } })
    await page.goto('/docs')
    expect(await overflow(page)).toBe(0)
  })
})

describe('without a script', () => {
  it('there is no button that does nothing', async () => {
    const here = await browserWorld()
    const page = await here.visitor({ javaScriptEnabled: false })
    await page.goto('/sign-in')
    expect(await page.getByRole('button', { name: 'Show' }).count()).toBe(0)
  })
})

describe('what was done', () => {
  it('has the focus, and is announced', async () => {
    const { page } = await atHome()
    await mouse.type(page, 'Name', 'Ada Lovelace')
    await mouse.press(page, 'Save name')
    const focused = () => page.evaluate(() => [document.activeElement?.getAttribute('role'), document.activeElement?.textContent])
    await expect.poll(focused).toEqual(['status', 'Your name was changed.'])
  })

  it('and what went wrong: the cursor is in the field that says so', async () => {
    const { page } = await atHome()
    await page.goto('/account/security')
    await mouse.unfold(page, 'Change password…')
    await mouse.type(page, 'Current password', 'wrong')
    await mouse.type(page, 'New password', `${PASSWORD}2`)
    await mouse.press(page, 'Save new password')
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute('name'))
    await expect.poll(focused).toBe('oldPassword')
    await page.getByRole('link', { name: 'Cancel' }).first().click()
    await expect.poll(() => page.getByLabel('Current password').isVisible()).toBe(false)
  })
})
