import { describe, expect, it } from 'vitest'
import { PASSWORD } from '../support/world.ts'
import { browserWorld } from './browser-world.ts'
import { arrivesAt, followMail, signIn, typeDigits, ways } from './person.ts'

describe.each(ways)('with %s', (_, hands, javaScriptEnabled) => {
  it('one signs up, is told what is wrong beside the field, confirms the address by mail and is in', async () => {
    const here = await browserWorld({ env: { REQUIRE_EMAIL_VERIFICATION: 'true' } })
    const page = await here.visitor({ javaScriptEnabled })
    await page.goto('/sign-in')
    await hands.press(page, 'Sign up')
    await hands.type(page, 'Name', 'Ada')
    await hands.type(page, 'Email address', 'ada@example.com')
    await hands.type(page, 'Password', 'short')
    await hands.press(page, 'Create account')
    const password = page.getByLabel('Password', { exact: true })
    expect(await page.locator(`#${await password.getAttribute('id')}-error`).textContent()).toBe(
      'The password needs at least 8 characters and a digit.',
    )
    expect(await password.evaluate((one) => one === document.activeElement)).toBe(true)
    expect(await password.inputValue()).toBe('')
    expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('Ada')
    await hands.type(page, 'Password', PASSWORD)
    await hands.press(page, 'Create account')
    await arrivesAt(page, '/check-your-mail')

    await followMail(here, page, 'ada@example.com', 'Code', javaScriptEnabled)
    await hands.press(page, 'Confirm')
    await arrivesAt(page, '/account')
    await page.getByText('Your address is confirmed.').waitFor()
  })

  it('one accepts an invitation', async () => {
    const here = await browserWorld({ env: { ENABLE_INVITE: 'true', DISABLE_ADMIN_TWO_FACTOR: 'true' } })
    const root = await here.administrator()
    await root.post('/admin/invites', { email: 'new@example.com' })
    const page = await here.visitor({ javaScriptEnabled })
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    await followMail(here, page, 'new@example.com', 'Invitation code', javaScriptEnabled)
    if (!javaScriptEnabled) await hands.press(page, 'Continue')
    await page.getByText('new@example.com').waitFor()
    // What a browser asks for, logs keep, but for what is behind the hash.
    expect(asked.filter((url) => url.split('#')[0]?.includes('token'))).toEqual([])
    await hands.type(page, 'Name', 'Newcomer')
    await hands.type(page, 'Password', PASSWORD)
    await hands.press(page, 'Create account')
    await arrivesAt(page, '/account')
  })

  it('one forgets the password, chooses a new one by mail and signs in with it', async () => {
    const here = await browserWorld()
    await here.signedUp('ada@example.com')
    const page = await here.visitor({ javaScriptEnabled })
    await page.goto('/sign-in')
    await hands.press(page, 'Forgot your password?')
    await hands.type(page, 'Email address', 'ada@example.com')
    await hands.press(page, 'Send the link')
    await arrivesAt(page, '/check-your-mail')
    await followMail(here, page, 'ada@example.com', 'Code from the email', javaScriptEnabled)
    await hands.type(page, 'New password', 'another horse 2')
    await hands.press(page, 'Save the password')
    await arrivesAt(page, '/sign-in')
    expect(await page.getByLabel('Email address').inputValue()).toBe('ada@example.com')
    await hands.type(page, 'Password', 'another horse 2')
    await hands.press(page, 'Sign in')
    await arrivesAt(page, '/account')
  })

  it('one who owes a second factor gets in with the mailed code, and asks for another one on the way', async () => {
    const here = await browserWorld({ env: { REQUIRE_EMAIL_2FA: 'true' } })
    await here.signedUp('ada@example.com')
    await here.sql(`DELETE FROM challenges`)
    const page = await here.visitor({ javaScriptEnabled })
    await page.goto('/account')
    await signIn(page, hands, 'ada@example.com')
    await arrivesAt(page, '/two-factor')
    await typeDigits(page, hands, '000000', javaScriptEnabled)
    await page.getByText('This code is not valid.').waitFor()
    if (javaScriptEnabled) await page.clock.install()
    if (javaScriptEnabled) await page.reload()
    if (javaScriptEnabled) await page.clock.runFor(61_000)
    await hands.press(page, 'Send a new code')
    const { code } = await here.mail.newest('ada@example.com', 3)
    await typeDigits(page, hands, code, javaScriptEnabled)
    await arrivesAt(page, '/account')
  })
})
