import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { PASSWORD } from '../support/world.ts'
import { type BrowserWorld, browserWorld } from './browser-world.ts'
import { arrivesAt, type Hands, mouse, signIn, typeDigits, ways } from './person.ts'

/** Through the administrators' door, second factor included. */
async function atConsole(here: BrowserWorld, hands: Hands, javaScriptEnabled: boolean): Promise<Page> {
  await here.administrator('root@example.com')
  const page = await here.visitor({ javaScriptEnabled, viewport: { width: 1280, height: 800 } })
  await page.goto('/console')
  await arrivesAt(page, '/console/sign-in')
  await signIn(page, hands, 'root@example.com')
  await arrivesAt(page, '/two-factor')
  await typeDigits(page, hands, (await here.mail.newest('root@example.com')).code, javaScriptEnabled)
  await arrivesAt(page, '/console')
  return page
}

/** The same person, who has gone through that door before. */
async function inConsole(here: BrowserWorld, javaScriptEnabled: boolean): Promise<Page> {
  await here.administrator('root@example.com')
  const root = here.browser()
  const { body } = await root.post('/auth/admin/login', { email: 'root@example.com', password: PASSWORD })
  const { code } = await here.mail.newest('root@example.com')
  await root.post('/auth/2fa/verify', { challengeId: body.challengeId, code })
  const page = await here.resident(root, { javaScriptEnabled, viewport: { width: 1280, height: 800 } })
  await page.goto('/console')
  await page.getByRole('button', { name: 'Sign out' }).waitFor()
  return page
}

describe.each(ways)('with %s', (_, hands, javaScriptEnabled) => {
  it('an administrator signs in with a second factor, finds somebody and bans them, which ends their page', async () => {
    const here = await browserWorld()
    await here.signedUp('ada@example.com')
    const victim = await here.visitor({ javaScriptEnabled })
    await victim.goto('/account')
    await signIn(victim, mouse, 'ada@example.com')
    const page = await atConsole(here, hands, javaScriptEnabled)
    await hands.press(page, 'Users')
    await hands.type(page, 'Name, email or ID', 'ada@')
    await hands.press(page, 'Filter')
    await expect.poll(() => page.locator('tbody tr').count()).toBe(1)
    await hands.press(page, 'Ada')
    await hands.unfold(page, 'Ban…')
    await page.getByText('is signed out everywhere at once').waitFor()
    await hands.press(page, 'Ban the account')
    await page.getByText('The account is banned.').waitFor()

    await victim.reload()
    await arrivesAt(victim, '/sign-in')
    await signIn(victim, mouse, 'ada@example.com')
    await victim.getByText('This account is banned.').waitFor()
    await hands.press(page, 'Lift the ban')
    await signIn(victim, mouse, 'ada@example.com')
    await arrivesAt(victim, '/account')
  })

  it('an administrator invites somebody, sends it again and withdraws it, and finds all of it in the log', async () => {
    const here = await browserWorld({ env: { ENABLE_INVITE: 'true' } })
    const page = await atConsole(here, hands, javaScriptEnabled)
    await hands.press(page, 'Invites')
    await hands.type(page, 'Email addresses', 'new@example.com')
    await hands.press(page, 'Send invites')
    await page.getByText('The invite is on its way.').waitFor()
    const first = await here.mail.newest('new@example.com')
    await hands.press(page, 'Send again')
    const second = await here.mail.newest('new@example.com', 2)
    expect(second.link).not.toBe(first.link)
    await hands.unfold(page, 'Withdraw…')
    await hands.press(page, 'Withdraw the invite')
    await page.getByText('Withdrawn').first().waitFor()
    await hands.press(page, 'Audit log')
    for (const event of ['invite.created', 'invite.resent', 'invite.revoked']) {
      await expect.poll(() => page.locator('tbody tr').filter({ hasText: event }).count(), { message: event }).toBe(1)
    }
  })

  it('the last administrator cannot delete themselves', async () => {
    const here = await browserWorld()
    const page = await atConsole(here, hands, javaScriptEnabled)
    await hands.press(page, 'Users')
    await hands.press(page, 'Ada')
    await hands.unfold(page, 'Delete…')
    await hands.type(page, 'Type the email address of the account to confirm', 'root@example.com')
    await hands.press(page, 'Delete for good')
    await page.getByText('The last administrator who may do everything has to stay one.').waitFor()
    expect(await here.sql(`SELECT id FROM accounts`)).toHaveLength(1)
  })
})

it('somebody who is no administrator does not get in', async () => {
  const here = await browserWorld()
  await here.signedUp('ada@example.com')
  const page = await here.visitor()
  await page.goto('/account')
  await signIn(page, mouse, 'ada@example.com')
  const reply = await page.goto('/console')
  expect(reply?.status()).toBe(403)
  await page.getByText('This page is for administrators').first().waitFor()
  await page.getByRole('link', { name: 'Sign in with another account' }).click()
  await arrivesAt(page, '/console/sign-in')
})

it('a row of the list leads to its account wherever it is pressed, and the keyboard stops at it once', async () => {
  const here = await browserWorld()
  await here.signedUp('ada@example.com')
  await here.sql(`UPDATE sessions SET last_active_at = ?`, [here.clock.now() - 47 * 60_000])
  const page = await inConsole(here, true)
  for (const width of [1280, 800, 320]) {
    await page.setViewportSize({ width, height: 800 })
    await page.goto('/console/users?search=ada@')
    const row = page.locator('tbody tr')
    expect(await row.locator('a, button').count()).toBe(1)
    // Its words stay in one line, however little room there is beside them.
    const tagHeight = (await row.locator('.tag').boundingBox())?.height
    expect([width, tagHeight]).toEqual([width, 22])
    const { width: full, height } = (await row.boundingBox()) ?? { width: 0, height: 0 }
    await row.click({ position: { x: full - 8, y: height - 6 } })
    await page.getByText('ada@example.com').first().waitFor()
    expect(new URL(page.url()).pathname).toMatch(/^\/console\/users\/[0-9a-f-]{36}$/)
  }
})

it('a question that opens moves no button of its row, so that a second press does not reach a neighbour', async () => {
  const here = await browserWorld()
  await here.signedUp('ada@example.com')
  const page = await inConsole(here, true)
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 800 })
    await page.goto('/console/users?search=ada@')
    await page.locator('tbody tr').click()
    const row = page.locator('.acts').filter({ has: page.getByText('Ban…', { exact: true }) })
    const places = () =>
      row.locator('> button, > form button, > details > summary').evaluateAll((all) =>
        all.map((one) => {
          const { left, width: wide } = one.getBoundingClientRect()
          return [one.textContent, Math.round(left), Math.round(wide)]
        }),
      )
    const before = await places()
    expect(before.length).toBeGreaterThan(1)
    await mouse.unfold(page, 'Ban…')
    await page.getByText('is signed out everywhere at once').waitFor()
    expect(await places()).toEqual(before)
  }
})

it('the values of a chart are shown by touch and by the arrow keys, one at a time, without a script', async () => {
  const here = await browserWorld()
  const page = await inConsole(here, false)
  const shown = () =>
    page.evaluate(() =>
      [...document.querySelectorAll('.values > input')]
        .map((one) => getComputedStyle(one, '::after').content)
        .filter((text) => text !== 'none'),
    )
  const days = page.getByRole('radio', { name: /^[^,]*$/ })
  expect(await days.count()).toBe(30)
  await days.last().click()
  expect(await shown()).toEqual(['"Today so far: 1"'])
  await page.keyboard.press('ArrowLeft')
  await page.mouse.move(0, 0)
  expect(await shown()).toEqual(['"31 Dec: 0"'])
})

it('the id of an account is copied where there is a script, and else there is no button', async () => {
  const here = await browserWorld()
  const page = await inConsole(here, true)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto('/console/users')
  await page.locator('tbody a').click()
  await page.getByRole('button', { name: 'Copy' }).click()
  await page.getByText('Copied').waitFor()
  const id = new URL(page.url()).pathname.split('/').at(-1)
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(id)
  const plain = await here.visitor({ javaScriptEnabled: false, storageState: await page.context().storageState() })
  await plain.goto(page.url())
  await plain.getByText(String(id)).waitFor()
  expect(await plain.getByRole('button', { name: 'Copy' }).count()).toBe(0)
})

it('nothing is wider than the screen, at 320 pixels or with large print', async () => {
  const here = await browserWorld({ env: { ENABLE_INVITE: 'true' } })
  const long = `${'long'.repeat(12)}@${'sub.'.repeat(20)}example.com`
  await here.signedUp(long)
  const page = await inConsole(here, true)
  const [{ id = '' } = {}] = await here.sql(`SELECT id FROM accounts WHERE email = ?`, [long])
  for (const [width, size] of [
    [320, '100%'],
    [400, '200%'],
    [768, '100%'],
    [1024, '100%'],
  ] as const) {
    await page.setViewportSize({ width, height: 800 })
    for (const path of [
      '/console',
      '/console?days=90',
      '/console/users',
      `/console/users/${id}`,
      '/console/audit',
      '/console/invites',
    ]) {
      await page.goto(path)
      await page.evaluate((fontSize) => {
        document.documentElement.style.fontSize = fontSize
        for (const one of document.querySelectorAll('details')) one.open = true
      }, size)
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
      expect([path, width, size, wide]).toEqual([path, width, size, 0])
    }
  }

  // Nor higher than its row, whatever people call themselves; and the way out stays in sight.
  await here.sql(`UPDATE accounts SET name = ?`, ['W'.repeat(200)])
  await page.setViewportSize({ width: 1280, height: 600 })
  for (const path of ['/console/users', '/console/audit']) {
    await page.goto(path)
    const heights = await page.locator('tbody > tr').evaluateAll((rows) => rows.map((row) => Math.floor(row.clientHeight)))
    expect([path, heights.filter((height) => height > 45)]).toEqual([path, []])
    const leave = await page.getByRole('button', { name: 'Sign out' }).boundingBox()
    expect((leave?.y ?? 0) + (leave?.height ?? 0)).toBeLessThanOrEqual(600)
    expect(await page.locator(`[title*="${long}"]`).count()).toBeGreaterThan(0)
  }
})

it('a question about an invite moves neither its row nor what follows', async () => {
  const here = await browserWorld({ env: { ENABLE_INVITE: 'true' } })
  const page = await inConsole(here, true)
  for (const width of [1280, 320]) {
    await page.setViewportSize({ width, height: 800 })
    await page.goto('/console/invites')
    await mouse.type(page, 'Email addresses', `a${width}@example.com b${width}@example.com`)
    await mouse.press(page, 'Send invites')
    const places = () =>
      page.locator('.things > li, .things > li > .acts, .things summary').evaluateAll((all) =>
        all.map((one) => {
          const { x, y, width, height } = one.getBoundingClientRect()
          return [x, Math.round(y + scrollY), width, height]
        }),
      )
    const before = await places()
    // As in a table: one line each, where there is room for it.
    const heights = await page.locator('.things > li').evaluateAll((rows) => rows.map((row) => row.clientHeight))
    if (width === 1280) expect(heights.filter((height) => height > 45)).toEqual([])
    await mouse.unfold(page, 'Withdraw…')
    await page.getByRole('button', { name: 'Withdraw the invite' }).waitFor()
    expect(await places()).toEqual(before)
  }
})
