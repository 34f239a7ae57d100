import type { Locator, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { PASSWORD } from '../support/world.ts'
import { browserWorld } from './browser-world.ts'
import { arrivesAt, followMail, mouse, signIn, typeDigits } from './person.ts'

const ADA = 'ada@example.com'

const hasFocus = (locator: Locator): Promise<boolean> => locator.evaluate((one) => one === document.activeElement)
const field = (page: Page, label: string): Locator => page.getByLabel(label, { exact: true })

describe.each([true, false])('with JavaScript: %s', (javaScriptEnabled) => {
  it('all that is wrong with a form is said at once, beside its fields, and the cursor is in the first', async () => {
    const here = await browserWorld()
    const page = await here.visitor({ javaScriptEnabled })
    await page.goto('/sign-up')
    await mouse.type(page, 'Email address', 'nobody')
    await mouse.press(page, 'Create account')
    const said = page.locator('.error')
    expect(await said.allInnerTexts()).toEqual([
      'Please enter a name.',
      'Please enter a valid email address.',
      'Please choose a password.',
    ])
    expect(await hasFocus(field(page, 'Name'))).toBe(true)
    const described = await field(page, 'Email address').getAttribute('aria-describedby')
    expect(await page.locator(`#${described}`).innerText()).toBe('Please enter a valid email address.')
  })

  it('what belongs to no field is announced, and has the focus', async () => {
    const here = await browserWorld({ env: { PAGES_SUPPORT: 'mailto:help@example.com' } })
    await here.signedUp(ADA)
    await here.sql(`UPDATE accounts SET banned_at = 1`)
    const page = await here.visitor({ javaScriptEnabled })
    await page.goto('/sign-in')
    await signIn(page, mouse, ADA)
    const alert = page.getByRole('alert')
    expect(await alert.innerText()).toContain('contact help@example.com')
    expect(await hasFocus(alert)).toBe(true)
  })

  it('a session that ended while something was typed is announced, and one comes back', async () => {
    const here = await browserWorld()
    await here.signedUp(ADA)
    const page = await here.visitor({ javaScriptEnabled })
    await page.goto('/account')
    await signIn(page, mouse, ADA)
    await here.sql(`UPDATE sessions SET revoked_at = 1`)
    await mouse.type(page, 'Name', 'Somebody else')
    await mouse.press(page, 'Save name')
    const note = page.getByRole('status').filter({ hasText: 'Your session has ended, so nothing was saved.' })
    expect(await hasFocus(note)).toBe(true)
    await signIn(page, mouse, ADA)
    await arrivesAt(page, '/account')
  })

  it('a dead invitation says so instead of showing a form', async () => {
    const here = await browserWorld({ env: { ENABLE_INVITE: 'true', DISABLE_ADMIN_TWO_FACTOR: 'true' } })
    const root = await here.administrator()
    const { body } = await root.post('/admin/invites', { email: 'new@example.com' })
    const { link } = await here.mail.newest('new@example.com')
    await root.delete(`/admin/invites/${body.id}`)
    const page = await here.visitor({ javaScriptEnabled })
    await page.goto(javaScriptEnabled ? link : '/invite')
    if (!javaScriptEnabled) {
      await mouse.type(page, 'Invitation code', link.split('token=')[1] ?? '')
      await mouse.press(page, 'Continue')
    }
    await page.getByRole('heading', { name: 'This invitation does not work' }).waitFor()
    expect(await page.getByRole('alert').innerText()).toBe('This invite has been withdrawn.')
    expect([await page.locator('main form').count(), page.url()]).toEqual([0, `${here.url}/invite`])
  })

  it('the address that waits for a mail is known, and is written to again at a press', async () => {
    const here = await browserWorld({ env: { REQUIRE_EMAIL_VERIFICATION: 'true' } })
    const page = await here.visitor({ javaScriptEnabled })
    await page.goto('/sign-up')
    await mouse.type(page, 'Name', 'Ada')
    await mouse.type(page, 'Email address', ADA)
    await mouse.type(page, 'Password', PASSWORD)
    await mouse.press(page, 'Create account')
    await page.getByText(`We have sent a code to ${ADA}.`).waitFor()
    here.clock.advance(16 * 60_000)
    await mouse.press(page, 'Send a new code')
    expect(await hasFocus(page.getByRole('status'))).toBe(true)
    await here.mail.newest(ADA, 2)
    await mouse.press(page, 'Wrong address?')
    await arrivesAt(page, '/sign-up')
  })

  it('after the fifth wrong code the sign-in is over', async () => {
    const here = await browserWorld({ env: { REQUIRE_EMAIL_2FA: 'true' } })
    await here.signedUp(ADA)
    await here.sql(`DELETE FROM challenges`)
    const page = await here.visitor({ javaScriptEnabled })
    await page.goto('/sign-in')
    await signIn(page, mouse, ADA)
    await page.getByText('a•••@example.com').waitFor()
    const { code } = await here.mail.newest(ADA, 2)
    const wrong = code === '000000' ? '000001' : '000000'
    for (let guess = 0; guess < 5; guess++) await typeDigits(page, mouse, wrong, javaScriptEnabled)
    await page.getByRole('heading', { name: 'This sign-in is over' }).waitFor()
    expect(await page.locator('main form').count()).toBe(0)
  })

  it('the button that shows a password is there only where it can', async () => {
    const here = await browserWorld()
    const page = await here.visitor({ javaScriptEnabled })
    await page.goto('/sign-in')
    expect(await page.getByText('Show', { exact: true }).isVisible()).toBe(javaScriptEnabled)
  })
})

describe('with JavaScript', () => {
  it('a code from a link is not shown, and another one can be typed instead', async () => {
    const here = await browserWorld()
    await here.signedUp(ADA)
    const page = await here.visitor()
    await page.goto('/forgot-password')
    await mouse.type(page, 'Email address', ADA)
    await mouse.press(page, 'Send the link')
    await followMail(here, page, ADA, 'Code from the email', true)
    expect(await page.getByLabel('Code from the email').isVisible()).toBe(false)
    expect(await hasFocus(field(page, 'New password'))).toBe(true)
    expect(await page.locator('input[autocomplete="username"]').inputValue()).toBe(ADA)

    // In another language, too.
    await mouse.press(page, 'Deutsch')
    await page.getByText('Der Code ist eingetragen.').waitFor()
    await mouse.press(page, 'English')
    await page.getByText('The code is filled in.').waitFor()

    // Known still, when the page comes back because of the password.
    await mouse.type(page, 'New password', 'short')
    await mouse.press(page, 'Save the password')
    expect(await page.getByText('The code is filled in.').isVisible()).toBe(true)
    await mouse.unfold(page, 'Type it instead')
    const code = page.getByLabel('Code from the email')
    await expect.poll(() => hasFocus(code)).toBe(true)
    expect(await code.inputValue()).toBe('')
    await code.fill('nonsense')
    await mouse.type(page, 'New password', 'another horse 2')
    await mouse.press(page, 'Save the password')
    await page.getByText('This reset link is not valid.').waitFor()
  })

  it('the code that was folded away is the one that counts when the fold is closed again', async () => {
    const here = await browserWorld()
    await here.signedUp(ADA)
    const page = await here.visitor()
    await page.goto('/forgot-password')
    await mouse.type(page, 'Email address', ADA)
    await mouse.press(page, 'Send the link')
    await followMail(here, page, ADA, 'Code from the email', true)
    await mouse.unfold(page, 'Type it instead')
    await page.getByLabel('Code from the email').fill('nonsense')
    await mouse.unfold(page, 'Type it instead')
    await mouse.type(page, 'New password', 'another horse 2')
    await mouse.press(page, 'Save the password')
    await arrivesAt(page, '/sign-in')
    expect(await field(page, 'Email address').inputValue()).toBe(ADA)
    expect(await hasFocus(page.getByRole('status'))).toBe(true)
  })

  it('the rules for a password are ticked off while it is typed', async () => {
    const here = await browserWorld()
    const page = await here.visitor()
    await page.goto('/sign-up')
    const met = () => page.locator('.rules [data-met]').allInnerTexts()
    const password = field(page, 'Password')
    expect(await met()).toEqual([])
    await password.pressSequentially('horse 1')
    expect(await met()).toEqual(['A letter and a digit, or at least 15 characters'])
    await password.fill('horses and ')
    expect(await met()).toEqual(['At least 8 characters'])
    await password.pressSequentially('cats')
    expect(await met()).toEqual(['At least 8 characters', 'A letter and a digit, or at least 15 characters'])
    await password.fill('😀😀😀😀')
    expect(await met()).toEqual([])
  })

  it('an address that is taken goes along to sign-in', async () => {
    const here = await browserWorld()
    await here.signedUp(ADA)
    const page = await here.visitor()
    await page.goto('/sign-up')
    await mouse.type(page, 'Name', 'Ada')
    await mouse.type(page, 'Email address', ADA)
    await mouse.type(page, 'Password', PASSWORD)
    await mouse.press(page, 'Create account')
    await page.locator('.error').getByRole('link', { name: 'Sign in' }).click()
    await arrivesAt(page, '/sign-in')
    await expect.poll(() => field(page, 'Email address').inputValue()).toBe(ADA)
    await expect.poll(() => hasFocus(field(page, 'Password'))).toBe(true)
    expect(page.url()).toBe(`${here.url}/sign-in`)
  })

  it('the time until the next try is counted down', async () => {
    const here = await browserWorld({ env: { RATE_LIMITS: 'true', LIMIT_ENTRY_PER_MINUTE: '1' } })
    const page = await here.visitor()
    await page.goto('/sign-in')
    await signIn(page, mouse, ADA, 'wrong horse 1')
    await page.clock.install()
    await signIn(page, mouse, ADA, 'wrong horse 1')
    const alert = page.getByRole('alert')
    expect(await alert.innerText()).toMatch(/Try again in (?:60|59) seconds\./)
    await page.clock.runFor(30_000)
    expect(await alert.innerText()).toMatch(/Try again in (?:30|29) seconds\./)
    await page.clock.runFor(31_000)
    expect(await alert.innerText()).toContain('You can try again now.')
    expect(await alert.innerText()).not.toContain('Try again in')
  })
})
