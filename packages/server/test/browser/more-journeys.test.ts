import { describe, expect, it } from 'vitest'
import { identityProvider } from '../support/identity-provider.ts'
import { ADA, corpSettings } from '../support/oauth-world.ts'
import { PASSWORD } from '../support/world.ts'
import { browserWorld } from './browser-world.ts'
import { arrivesAt, followMail, signIn, ways } from './person.ts'

describe.each(ways)('with %s', (_, hands, javaScriptEnabled) => {
  it('one confirms the address from the account, switches the second factor off and ends one session', async () => {
    const here = await browserWorld()
    const other = await here.signedUp('ada@example.com')
    await other.post('/auth/2fa/enable', { password: PASSWORD, keepOtherSessions: true })
    const page = await here.visitor({ javaScriptEnabled })
    await page.goto('/account')
    await signIn(page, hands, 'ada@example.com')
    await hands.type(page, 'Code', (await here.mail.newest('ada@example.com')).code)
    await hands.press(page, 'Continue')
    await hands.press(page, 'Send me a code')
    await followMail(here, page, 'ada@example.com', 'Code', javaScriptEnabled, 2)
    await hands.press(page, 'Confirm')
    await page.goto('/account')
    await page.getByText('Confirmed', { exact: true }).waitFor()

    await hands.unfold(page, 'Turn off…')
    await hands.type(page, 'Password', PASSWORD)
    await hands.press(page, 'Turn off')
    await page.getByText('Two-factor sign-in is off.').waitFor()

    const sessions = page.locator('#sessions')
    const count = await sessions.getByRole('listitem').count()
    await sessions
      .getByRole('button', { name: /^Sign out/ })
      .first()
      .press('Enter')
    await page.getByText('The device was signed out.').waitFor()
    await expect.poll(() => sessions.getByRole('listitem').count()).toBe(count - 1)
  })

  it('one connects a provider and signs in with it', async () => {
    const corp = await identityProvider()
    corp.person(ADA)
    const here = await browserWorld({ env: { ...corpSettings(corp), OAUTH_CORP_LABEL: 'Corp' } })
    corp.register(`${here.url}/auth/oauth/corp/callback`)
    await here.signedUp('somebody@example.com')
    const page = await here.visitor({ javaScriptEnabled })
    await page.goto('/account')
    await signIn(page, hands, 'somebody@example.com')
    await hands.press(page, 'Connect')
    await page.waitForURL(`${corp.issuer}/**`)
    await hands.press(page, `Continue as ${ADA.email}`)
    await arrivesAt(page, '/account')
    await hands.press(page, 'Sign out')
    await page.goto('/sign-in')
    await hands.press(page, 'Continue with Corp')
    await hands.press(page, `Continue as ${ADA.email}`)
    await arrivesAt(page, '/account')
    await page.getByText('somebody@example.com').first().waitFor()
  })

  it('an administrator adds somebody, gives and takes the role, ends their sessions and deletes them', async () => {
    const here = await browserWorld({ env: { DISABLE_ADMIN_TWO_FACTOR: 'true' } })
    await here.administrator('root@example.com')
    const page = await here.visitor({ javaScriptEnabled, viewport: { width: 1280, height: 800 } })
    await page.goto('/console/users')
    await signIn(page, hands, 'root@example.com')
    await hands.press(page, 'Add a user')
    await hands.type(page, 'Email address', 'eve@example.com')
    await hands.type(page, 'Name', 'Eve')
    await hands.type(page, 'Password', PASSWORD)
    await hands.press(page, 'Create the account')
    await page.getByText('The account was created.').waitFor()
    const eve = here.browser()
    await eve.post('/auth/login', { email: 'eve@example.com', password: PASSWORD })
    await page.reload()
    await hands.unfold(page, 'End all sessions…')
    await hands.press(page, 'End all sessions')
    expect((await eve.get('/auth/me')).status).toBe(401)

    await hands.unfold(page, 'Make administrator…')
    await hands.press(page, 'Make administrator')
    await page.getByText('The account is an administrator now.').waitFor()
    await hands.unfold(page, 'Take the administrator role away…')
    await hands.press(page, 'Take the role away')
    await hands.unfold(page, 'Delete…')
    await hands.press(page, 'Delete for good')
    await arrivesAt(page, '/console/users')
    expect(await here.sql(`SELECT id FROM accounts`)).toHaveLength(1)
  })
})
