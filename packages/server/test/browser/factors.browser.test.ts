import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { AuthenticatorApp, STEP_MS } from '../support/factored.ts'
import { STEP_UP_MS } from '../support/stepped-up.ts'
import { PASSWORD } from '../support/world.ts'
import { type BrowserWorld, browserWorld } from './browser-world.ts'
import { arrivesAt, mouse, signIn, signUp, typeDigits, ways } from './person.ts'
import { type VirtualAuthenticator, withAuthenticator } from './virtual-authenticator.ts'

const EMAIL = 'ada@example.com'

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

/** Ada, who has signed in and added a passkey with a name of her own. */
async function withPasskey(): Promise<{
  here: BrowserWorld
  page: Page
  authenticator: VirtualAuthenticator
}> {
  // The script has calls of its own to make, which have to bring the token along as well.
  const here = await browserWorld({ env: { REQUIRE_CSRF_TOKEN: 'true' } })
  const page = await here.visitor()
  const authenticator = await withAuthenticator(page)
  await page.goto('/sign-up?returnTo=/account/security')
  await signUp(page, mouse, 'Ada', EMAIL)
  await arrivesAt(page, '/account/security')
  await mouse.unfold(page, 'Add a passkey…')
  await page.locator('#addPasskey-name').first().fill('My laptop')
  await button(page, 'Create the passkey').click()
  await page.getByText('The passkey was added.').waitFor()
  await page.locator('#passkeys').getByText('My laptop', { exact: true }).waitFor()
  return { here, page, authenticator }
}

async function signOut(page: Page): Promise<void> {
  await page.context().clearCookies()
}

describe('with a passkey', () => {
  it('one signs in by the button, after having cancelled once, and by what the browser offers', async () => {
    const { page, authenticator } = await withPasskey()
    await signOut(page)
    // A browser that offers nothing by itself, or it would be faster than the button.
    await page.addInitScript(() => {
      if (location.search.includes('sessions')) PublicKeyCredential.isConditionalMediationAvailable = async () => false
    })
    await page.goto('/sign-in?returnTo=/account/sessions')
    expect(await page.getByLabel('Email address').getAttribute('autocomplete')).toBe('username webauthn')
    await authenticator.knows(false)
    await button(page, 'Sign in with a passkey').click()
    await page.getByText('The passkey was not used').waitFor()
    await authenticator.knows(true)
    await button(page, 'Sign in with a passkey').click()
    await arrivesAt(page, '/account/sessions')

    // Nobody presses anything: the authenticator stands for somebody who picks what the browser offers.
    await signOut(page)
    await page.goto('/sign-in?returnTo=/account/data')
    await arrivesAt(page, '/account/data')
  })

  it('one completes a sign-in, and proves who one is before going on with what one was doing', async () => {
    const { here, page, authenticator } = await withPasskey()
    await mouse.unfold(page, 'Ask for a passkey after my password…')
    await mouse.press(page, 'Ask for it')
    await page.getByText('A passkey is asked for from now on.').waitFor()
    await signOut(page)
    await authenticator.answers(false)
    await page.goto('/sign-in?returnTo=/account/security')
    await signIn(page, mouse, EMAIL)
    await arrivesAt(page, '/two-factor')
    await authenticator.answers(true)
    await button(page, 'Continue with a passkey').click()
    await arrivesAt(page, '/account/security')

    here.clock.advance(STEP_UP_MS)
    await mouse.press(page, 'Set up an app')
    await arrivesAt(page, '/step-up')
    await button(page, 'Continue with a passkey').click()
    await arrivesAt(page, '/account/security')
    await page.getByRole('img', { name: 'QR code with the key of your account' }).waitFor()

    // What a script cannot begin is led on as every other form is.
    await page.goto('/account/security')
    here.clock.advance(STEP_UP_MS)
    await mouse.unfold(page, 'Add a passkey…')
    await page.locator('#addPasskey-name').fill('Second')
    await button(page, 'Create the passkey').click()
    await arrivesAt(page, '/step-up')
    await button(page, 'Continue with a passkey').click()
    await arrivesAt(page, '/account/security')
    // The script goes on by itself, as far as the browser lets it: this one has a passkey of the account already.
    await page.getByText('This device already has a passkey').waitFor()
    expect(await page.locator('#addPasskey-name').inputValue()).toBe('Second')
    expect(page.url()).not.toContain('held')
  })
})

describe.each(ways)('with %s', (_, hands, javaScriptEnabled) => {
  it('one sets up an authenticator app, is shown recovery codes once, and signs in with both', async () => {
    const here = await browserWorld()
    await here.signedUp(EMAIL)
    const page = await here.visitor({ javaScriptEnabled })
    await page.goto('/account/security')
    await signIn(page, hands, EMAIL)
    expect(await page.getByText('Passkeys need JavaScript').isVisible()).toBe(!javaScriptEnabled)
    expect(await page.getByText('Add a passkey…').isVisible()).toBe(javaScriptEnabled)
    here.clock.advance(STEP_UP_MS)
    await hands.press(page, 'Set up an app')
    await arrivesAt(page, '/step-up')
    await hands.type(page, 'Password', PASSWORD)
    await hands.press(page, 'Confirm')
    const secret = (await page.locator('code.secret').innerText()).replaceAll(' ', '')
    const app = new AuthenticatorApp(secret, () => here.clock.now())
    await hands.type(page, 'Code from the app', app.code())
    if (!javaScriptEnabled) await hands.press(page, 'Turn on')
    await page.getByText('Your authenticator app is set up.').waitFor()
    const codes = (await page.locator('.codes').innerText()).split('\n')
    expect(codes).toHaveLength(10)
    await hands.press(page, 'I have kept them')
    expect(await page.locator('.codes').count()).toBe(0)

    here.clock.advance(STEP_MS)
    await signOut(page)
    await page.goto('/account')
    await signIn(page, hands, EMAIL)
    await typeDigits(page, hands, app.code(), javaScriptEnabled)
    await arrivesAt(page, '/account')

    await signOut(page)
    await page.goto('/account')
    await signIn(page, hands, EMAIL)
    await hands.press(page, 'Use a recovery code')
    await hands.type(page, 'Recovery code', codes[0] ?? '')
    await hands.press(page, 'Continue')
    await arrivesAt(page, '/account')

    // The app of somebody who came from another service may show more digits.
    await here.sql(`UPDATE totp_seeds SET digits = 8`)
    here.clock.advance(STEP_MS)
    await signOut(page)
    await page.goto('/account')
    await signIn(page, hands, EMAIL)
    await typeDigits(page, hands, app.showing(8).code(), javaScriptEnabled)
    await arrivesAt(page, '/account')
  })
})
