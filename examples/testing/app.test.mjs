import { once } from 'node:events'
import { createTestLatchkey } from 'latchkey-client/testing'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createApp } from './app.mjs'

const DAY = 24 * 60 * 60 * 1000
let latchkey, app, url

beforeAll(async () => {
  latchkey = await createTestLatchkey({ organisations: { enabled: true } })
  app = createApp(latchkey.url).listen(0)
  await once(app, 'listening')
  url = `http://localhost:${app.address().port}`
})
beforeEach(() => latchkey.reset())
afterAll(async () => {
  app.close()
  await latchkey.close()
})

test('the page greets whoever is signed in', async () => {
  const { user, headers } = await latchkey.signedIn({ email: 'ada@example.com' })
  const page = await fetch(url, { headers })
  expect(await page.text()).toContain(`Hello, ${user.email}`)
})

test('the reports are for administrators', async () => {
  const ada = await latchkey.signedIn()
  const root = await latchkey.signedIn({ role: 'admin' })
  expect((await fetch(`${url}/reports`, { headers: ada.headers })).status).toBe(403)
  expect((await fetch(`${url}/reports`, { headers: root.headers })).status).toBe(200)
})

test('a session that is over leads to the sign-in', async () => {
  const { headers } = await latchkey.signedIn()
  await latchkey.advance(91 * DAY)
  const answer = await fetch(url, { headers, redirect: 'manual' })
  expect(answer.headers.get('location')).toContain(`${latchkey.url}/sign-in`)
})

test('an owner invites by mail', async () => {
  const { client, org } = await latchkey.signedIn({ org: { slug: 'acme' } })
  await client.request('POST /auth/orgs/{orgId}/invites', {
    params: { orgId: org.id },
    body: { email: 'grace@example.com', role: 'member' },
  })
  expect((await latchkey.lastMail('grace@example.com')).subject).toContain('acme')
})
