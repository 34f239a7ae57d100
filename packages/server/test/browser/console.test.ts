import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { type BrowserWorld, browserWorld } from './browser-world.ts'
import { arrivesAt, type Hands, mouse, signIn, ways } from './person.ts'

/** Through the administrators' door, second factor included. */
async function atConsole(here: BrowserWorld, hands: Hands, javaScriptEnabled: boolean): Promise<Page> {
  await here.administrator('root@example.com')
  const page = await here.visitor({ javaScriptEnabled, viewport: { width: 1280, height: 800 } })
  await page.goto('/console')
  await arrivesAt(page, '/console/sign-in')
  await signIn(page, hands, 'root@example.com')
  await arrivesAt(page, '/two-factor')
  await hands.type(page, 'Code', (await here.mail.newest('root@example.com')).code)
  await hands.press(page, 'Continue')
  await arrivesAt(page, '/console')
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
    await hands.press(page, 'Show')
    await expect.poll(() => page.locator('tbody tr').count()).toBe(1)
    await hands.press(page, 'ada@example.com')
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
    await hands.type(page, 'Email address', 'new@example.com')
    await hands.press(page, 'Send the invite')
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
    await hands.press(page, 'root@example.com')
    await hands.unfold(page, 'Delete…')
    await hands.press(page, 'Delete for good')
    await page.getByText('The last administrator cannot be removed.').waitFor()
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
  await page.getByText('You may not do this.').waitFor()
})
