import { describe, expect, it } from 'vitest'
import { browserWorld } from './browser-world.ts'
import { arrivesAt, mouse, signIn, typeDigits } from './person.ts'

const ROOT = 'root@example.com'

describe('an administrator who is signed in as all others are', () => {
  it('presses Console, shows the code that is missing, and is where they wanted to go', async () => {
    const here = await browserWorld()
    await here.administrator(ROOT)
    const page = await here.visitor({ viewport: { width: 1280, height: 800 } })
    await page.goto('/account')
    await signIn(page, mouse, ROOT)
    await arrivesAt(page, '/account')
    await mouse.press(page, 'Console')
    await arrivesAt(page, '/console/sign-in')
    await page.getByText(`You are signed in as ${ROOT}.`).waitFor()
    expect(await page.getByLabel('Password').count()).toBe(0)
    const sent = here.mail.countTo(ROOT)
    await mouse.press(page, 'Send me a code')
    await arrivesAt(page, '/two-factor')
    await typeDigits(page, mouse, (await here.mail.newest(ROOT, sent + 1)).code, true)
    await arrivesAt(page, '/console')
    await page.getByRole('heading', { name: 'Active users' }).waitFor()
    await mouse.press(page, 'Audit log')
    await page.getByText('Days and times are in UTC.').waitFor()
    expect(await page.locator('optgroup').count()).toBeGreaterThan(5)
    await page.goto('/console/keys')
    await page.getByLabel('See accounts and their sessions users:read').check()
  })
})
