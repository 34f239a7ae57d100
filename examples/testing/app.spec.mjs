import { once } from 'node:events'
import { test as base, expect } from '@playwright/test'
import { createTestLatchkey } from 'latchkey-client/testing'
import { createApp } from './app.mjs'

/** Each worker has a service and an app of its own, so tests may run side by side. */
const test = base.extend({
  latchkey: [
    async ({}, use) => {
      const latchkey = await createTestLatchkey()
      await use(latchkey)
      await latchkey.close()
    },
    { scope: 'worker' },
  ],
  app: [
    async ({ latchkey }, use) => {
      const app = createApp(latchkey.url).listen(0)
      await once(app, 'listening')
      await use(`http://localhost:${app.address().port}`)
      app.close()
    },
    { scope: 'worker' },
  ],
})
test.beforeEach(({ latchkey }) => latchkey.reset())

test('the page greets whoever is signed in', async ({ latchkey, app, page }) => {
  const { user, cookies } = await latchkey.signedIn()
  await page.context().addCookies(cookies)
  await page.goto(app)
  await expect(page.getByRole('heading', { name: `Hello, ${user.email}` })).toBeVisible()
})

test('a visitor signs up, and comes back', async ({ app, page }) => {
  await page.goto(app)
  await page.getByRole('link', { name: 'Sign up' }).click()
  await page.getByLabel('Name').fill('Ada')
  await page.getByLabel('Email address').fill('ada@example.com')
  await page.getByLabel('Password', { exact: true }).fill('correct horse 1')
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page.getByRole('heading', { name: 'Hello, ada@example.com' })).toBeVisible()
})

test('a passkey signs in, where the address would be typed', async ({ latchkey, app, page }) => {
  const { user, passkey } = await latchkey.signedIn({ factors: ['passkey'] })
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: { protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true, isUserVerified: true },
  })
  await devtools.send('WebAuthn.addCredential', { authenticatorId, credential: passkey })
  await page.goto(app)
  await expect(page.getByRole('heading', { name: `Hello, ${user.email}` })).toBeVisible()
})
