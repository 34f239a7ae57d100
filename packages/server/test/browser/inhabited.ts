import type { Page } from 'playwright-core'
import type { Browser } from '../support/browser.ts'
import { corpSettings } from '../support/oauth-world.ts'
import { PASSWORD } from '../support/world.ts'
import { type BrowserWorld, browserWorld } from './browser-world.ts'

export const LONG = 'somebody.with.a.rather-long-address@mail.department.a-long-domain-name.example'
export const HOSTILE = '<img src=x onerror=alert(1)>"\'&'

/** A service with something on every page: people, sessions, invites, events, a provider; and an administrator at it. */
export async function inhabited() {
  const env = {
    ENABLE_INVITE: 'true',
    ORGANISATIONS: 'true',
    DISABLE_ADMIN_TWO_FACTOR: 'true',
    PAGES_SUPPORT: 'mailto:help@example.com',
    ...corpSettings({ issuer: 'http://127.0.0.1:1' }),
  }
  const here = await browserWorld({ env })
  const root = here.browser()
  await root.post(
    '/auth/register',
    { email: 'root@example.com', password: PASSWORD, name: HOSTILE },
    { headers: { 'user-agent': HOSTILE } },
  )
  await here.sql(`UPDATE accounts SET role = 'admin'`)
  for (const name of ['ada', 'eve']) await here.signedUp(`${name}@example.com`)
  await root.post('/admin/invites', { email: 'new@example.com' })
  const orgId = await organisationOf(here, root)
  const page = await here.visitor({ reducedMotion: 'reduce' })
  return {
    here,
    page,
    signIn: () => signIn(page),
    orgId,
    userId: String((await here.sql(`SELECT id FROM accounts WHERE role = 'user'`))[0]?.['id']),
  }
}

/** One with a member beside its owner and an open invite; the owner is invited to another. */
async function organisationOf(here: BrowserWorld, root: Browser): Promise<string> {
  await here.sql(`UPDATE accounts SET verified_at = 1, mailbox_proved_at = 1`)
  const [acme, other] = [{ name: HOSTILE, slug: 'acme' }, { name: 'x'.repeat(100) }]
  const { body: org } = await root.post('/auth/orgs', acme)
  const ada = here.browser()
  await ada.post('/auth/login', { email: 'ada@example.com', password: PASSWORD })
  const { body: invite } = await root.post(`/auth/orgs/${org.id}/invites`, { email: 'ada@example.com', role: 'admin' })
  await ada.post(`/auth/orgs/invites/${invite.id}/accept`)
  await root.post(`/auth/orgs/${org.id}/invites`, { email: LONG, role: 'member' })
  const { body: hers } = await ada.post('/auth/orgs', other)
  await ada.post(`/auth/orgs/${hers.id}/invites`, { email: 'root@example.com', role: 'owner' })
  return String(org.id)
}

async function signIn(page: Page): Promise<void> {
  await page.goto('/console/sign-in')
  await page.getByLabel('Email address').fill('root@example.com')
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL('**/console')
}
