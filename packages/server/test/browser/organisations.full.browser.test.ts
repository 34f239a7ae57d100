import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { PASSWORD } from '../support/world.ts'
import { type BrowserWorld, browserWorld } from './browser-world.ts'
import { arrivesAt, type Hands, mouse, signIn, ways } from './person.ts'

const GUEST = 'guest@example.com'

/** Olga, who is signed in at a browser of her own. */
async function atOrganisations(hands: Hands, javaScriptEnabled: boolean) {
  const here = await browserWorld({ env: { ORGANISATIONS: 'true' } })
  await here.signedUp('olga@example.com')
  await here.sql(`UPDATE accounts SET verified_at = 1, mailbox_proved_at = 1`)
  const olga = await here.visitor({ javaScriptEnabled })
  await olga.goto('/account/organisations')
  await signIn(olga, hands, 'olga@example.com')
  await arrivesAt(olga, '/account/organisations')
  return { here, olga }
}

async function foundAcme(olga: Page, hands: Hands): Promise<void> {
  await hands.type(olga, 'Name', 'Acme')
  await hands.press(olga, 'Create organisation')
  await arrivesAt(olga, '/orgs/acme')
  await hands.type(olga, 'Email address', GUEST)
  await hands.press(olga, 'Send invitation')
  await olga.getByText('The invitation is on its way.').waitFor()
}

/** With a script the link is enough; without one its code is typed. */
async function openInvitation(here: BrowserWorld, page: Page, hands: Hands, hasScript: boolean): Promise<void> {
  const { link } = await here.mail.newest(GUEST)
  const [address = '', code = ''] = link.split('#token=')
  await page.goto(hasScript ? link : address)
  if (!hasScript) {
    await hands.type(page, 'Invitation code', code)
    await hands.press(page, 'Continue')
  }
  await page.getByText('You are invited to join an organisation.').waitFor()
}

describe.each(ways)('with %s', (_, hands, javaScriptEnabled) => {
  it('one founds an organisation and invites a stranger, who makes an account by the mail and is a member', async () => {
    const { here, olga } = await atOrganisations(hands, javaScriptEnabled)
    await foundAcme(olga, hands)
    const guest = await here.visitor({ javaScriptEnabled })
    await openInvitation(here, guest, hands, javaScriptEnabled)
    await hands.type(guest, 'Name', 'Guest')
    await hands.type(guest, 'Password', PASSWORD)
    await hands.press(guest, 'Create account and join')
    await arrivesAt(guest, '/account/organisations')
    await guest.getByText('You are a member now.').waitFor()
    await hands.press(guest, 'Acme')
    await arrivesAt(guest, '/orgs/acme')
    await guest.getByText('2 members').waitFor()

    await olga.goto('/orgs/acme')
    await hands.unfold(olga, 'Remove…')
    await hands.press(olga, 'Remove')
    await olga.getByText('The member was removed.').waitFor()
    expect((await guest.goto('/orgs/acme'))?.status()).toBe(404)
  })

  it('one who has an account signs in on the way, and joins', async () => {
    const { here, olga } = await atOrganisations(hands, javaScriptEnabled)
    await here.signedUp(GUEST)
    await here.sql(`UPDATE accounts SET verified_at = 1, mailbox_proved_at = 1`)
    await foundAcme(olga, hands)
    const guest = await here.visitor({ javaScriptEnabled })
    await openInvitation(here, guest, hands, javaScriptEnabled)
    await hands.press(guest, 'Sign in')
    await signIn(guest, hands, GUEST)
    await arrivesAt(guest, '/org-invite')
    // Without a script the code is not kept: the invitation is found in the account.
    if (!javaScriptEnabled) await hands.press(guest, 'See my invitations')
    await hands.press(guest, javaScriptEnabled ? 'Join' : 'Accept')
    await arrivesAt(guest, '/orgs/acme')
    await guest.getByText('You are a member now.').waitFor()
  })
})

it('keeps the code over a change of account, with a script, and in no address', async () => {
  const { here, olga } = await atOrganisations(mouse, true)
  await here.signedUp(GUEST)
  await foundAcme(olga, mouse)
  const { link } = await here.mail.newest(GUEST)
  const asked: string[] = []
  olga.on('request', (request) => asked.push(request.url().split('#')[0] ?? ''))
  await olga.goto(link)
  await mouse.press(olga, 'Sign out and come back')
  await olga.getByText('There is an account for this address.').waitFor()
  await mouse.press(olga, 'Sign in')
  await signIn(olga, mouse, GUEST)
  await mouse.press(olga, 'Join')
  await arrivesAt(olga, '/orgs/acme')
  const [, code = ''] = link.split('#token=')
  expect([code.length > 20, asked.filter((url) => url.includes(code))]).toEqual([true, []])
})
