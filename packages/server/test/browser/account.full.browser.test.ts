import { describe, expect, it } from 'vitest'
import { identityProvider } from '../support/identity-provider.ts'
import { ADA, corpSettings } from '../support/oauth-world.ts'
import { STEP_UP_MS } from '../support/stepped-up.ts'
import { PASSWORD } from '../support/world.ts'
import { browserWorld } from './browser-world.ts'
import { arrivesAt, followMail, goTo, mouse, signIn, ways } from './person.ts'

describe.each(ways)('with %s', (_, hands, javaScriptEnabled) => {
  it('one changes the name, the password and the second factor, and signs out', async () => {
    const here = await browserWorld()
    await here.signedUp('ada@example.com')
    const page = await here.visitor({ javaScriptEnabled })
    await page.goto('/account')
    await signIn(page, hands, 'ada@example.com')
    await hands.type(page, 'Name', 'Ada Lovelace')
    await hands.press(page, 'Save name')
    await page.getByText('Your name was changed.').waitFor()

    await goTo(page, hands, 'Security')
    await hands.unfold(page, 'Change password…')
    await hands.type(page, 'Current password', 'wrong')
    await hands.type(page, 'New password', 'another horse 2')
    await hands.press(page, 'Save new password')
    await page.getByText('The password is not right.').waitFor()
    await hands.type(page, 'Current password', PASSWORD)
    await hands.type(page, 'New password', 'another horse 2')
    await hands.press(page, 'Save new password')
    await page.getByText('Your password was changed.').waitFor()

    await hands.unfold(page, 'Turn on…')
    await hands.type(page, 'Password', 'another horse 2')
    await hands.press(page, 'Turn on')
    await page.getByText('Email codes are on.').waitFor()
    await goTo(page, hands, 'Sign out')
    await arrivesAt(page, '/signed-out')
    await page.goto('/account')
    await arrivesAt(page, '/sign-in')
  })

  it('one signs another device out, which is led to sign in at its next step', async () => {
    const here = await browserWorld()
    await here.signedUp('ada@example.com')
    const [desk, phone] = [await here.visitor({ javaScriptEnabled }), await here.visitor({ javaScriptEnabled })]
    for (const page of [desk, phone]) {
      await page.goto('/account')
      await signIn(page, mouse, 'ada@example.com')
    }
    await goTo(desk, hands, 'Sessions and devices')
    await hands.unfold(desk, 'Sign out everywhere else…')
    await hands.press(desk, 'Sign out everywhere else')
    await desk.getByText('All your other devices were signed out.').waitFor()
    await mouse.type(phone, 'Name', 'Somebody else')
    await mouse.press(phone, 'Save name')
    await arrivesAt(phone, '/sign-in')
  })

  it('one deletes the account, after being told what is lost', async () => {
    const here = await browserWorld()
    await here.signedUp('ada@example.com')
    const page = await here.visitor({ javaScriptEnabled })
    await page.goto('/account/data')
    await signIn(page, hands, 'ada@example.com')
    await hands.unfold(page, 'Delete my account…')
    await page.getByText('This cannot be undone').waitFor()
    await hands.type(page, 'Password', PASSWORD)
    await hands.press(page, 'Delete my account permanently')
    await arrivesAt(page, '/signed-out')
    expect(await here.sql(`SELECT id FROM accounts`)).toEqual([])
  })

  it('one comes in through a provider, sets a password by mail, and disconnects the provider', async () => {
    const corp = await identityProvider()
    corp.person(ADA)
    const here = await browserWorld({ env: { ...corpSettings(corp), OAUTH_CORP_LABEL: 'Corp' } })
    corp.register(`${here.url}/auth/oauth/corp/callback`)
    const page = await here.visitor({ javaScriptEnabled })
    await page.goto('/account')
    await hands.press(page, 'Continue with Corp')
    await hands.press(page, `Continue as ${ADA.email}`)
    await arrivesAt(page, '/account')

    await goTo(page, hands, 'Security')
    await hands.press(page, 'Set a password')
    await arrivesAt(page, '/set-password')
    await followMail(here, page, 'ada@example.com', 'Code from the email', javaScriptEnabled)
    await hands.type(page, 'New password', PASSWORD)
    await hands.press(page, 'Save the password')
    await page.goto('/account/connections')
    await hands.unfold(page, 'Disconnect…')
    await hands.press(page, 'Disconnect')
    await page.getByText('Disconnected.').waitFor()
  })

  it('one whose sign-in was a while ago proves who they are, and connects a provider', async () => {
    const { here, page } = await aWhileAgo(javaScriptEnabled)
    await hands.press(page, 'Connect')
    await arrivesAt(page, '/step-up')
    await hands.type(page, 'Password', 'wrong')
    await hands.press(page, 'Confirm')
    await page.getByText('The password is not right.').waitFor()
    await hands.type(page, 'Password', PASSWORD)
    await hands.press(page, 'Confirm')
    await page.getByRole('button', { name: `Continue as ${ADA.email}` }).click()
    await page.getByText('Connected. You can sign in with it from now on.').waitFor()
    expect(await here.sql(`SELECT provider FROM identities`)).toEqual([{ provider: 'corp' }])
  })

  it('one without a password proves it with a code from the mail', async () => {
    const { here, page } = await aWhileAgo(javaScriptEnabled)
    await here.sql(`UPDATE accounts SET password_hash = NULL`)
    await hands.press(page, 'Connect')
    await hands.press(page, 'Send me a code')
    await followMail(here, page, 'ada@example.com', 'Code from the email', javaScriptEnabled)
    await hands.press(page, 'Confirm')
    await page.getByRole('button', { name: `Continue as ${ADA.email}` }).waitFor()
  })
})

/** Ada in her account centre, which knows one provider; she signed in more than ten minutes ago. */
async function aWhileAgo(javaScriptEnabled: boolean) {
  const corp = await identityProvider()
  corp.person(ADA)
  const here = await browserWorld({ env: { ...corpSettings(corp), OAUTH_CORP_LABEL: 'Corp' } })
  corp.register(`${here.url}/auth/oauth/corp/callback`)
  await here.signedUp('ada@example.com')
  const page = await here.visitor({ javaScriptEnabled })
  await page.goto('/account/connections')
  await signIn(page, mouse, 'ada@example.com')
  here.clock.advance(STEP_UP_MS)
  return { here, page }
}
