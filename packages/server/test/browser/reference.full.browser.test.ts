import { expect, it } from 'vitest'
import { bringAxe, violations } from './axe.ts'
import { browserWorld } from './browser-world.ts'

it('the reference is searched while one types, copies, and shows what routes answer in one’s own session', async () => {
  const here = await browserWorld()
  const page = await here.resident(await here.signedUp(), {
    ...{ viewport: { width: 320, height: 800 }, permissions: ['clipboard-read', 'clipboard-write'] },
  })
  const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)

  await page.goto('/docs')
  expect(await overflow()).toBe(0)
  await page.getByRole('searchbox').fill('PATCH session')
  const rows = page.locator('.index li')
  await page.getByText('for PATCH session').waitFor()
  expect((await rows.allTextContents())[0]).toContain('/auth/sessions/{id}')
  await rows.first().getByRole('link').click()
  await page.waitForURL('**/docs/sessions#patch-auth-sessions-id')
  await page.getByRole('button', { name: 'Copy: Request' }).last().click()
  await page.getByText('Copied').waitFor()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain(
    `curl -b cookies -c cookies -X POST ${here.url}/auth`,
  )

  const list = page.locator('#get-auth-sessions')
  await list.getByLabel('limit').fill('5')
  await list.getByRole('button', { name: 'Try it' }).click()
  await list.getByText('200 OK').waitFor()
  const { sessions, limit } = JSON.parse((await list.locator('.result .block pre').textContent()) ?? '')
  expect([sessions.length, limit]).toEqual([1, 5])
  expect(await list.locator('.result details').textContent()).toContain('content-type: application/json')
  expect(await overflow()).toBe(0)
  await bringAxe(page)
  expect(await violations(page)).toEqual([])

  await page.goto('/docs/administration')
  const one = page.locator('#get-admin-users-id')
  await one.getByLabel('id').fill('a/b')
  await one.getByRole('button', { name: 'Try it' }).click()
  await one.getByText('403').first().waitFor()
  expect(await one.locator('.result').textContent()).toContain('GET /admin/users/a%2Fb')
})

it('the reference works without a script, and has no button that would do nothing', async () => {
  const here = await browserWorld()
  const page = await here.resident(await here.signedUp(), { javaScriptEnabled: false })
  await page.goto('/docs/sessions')
  expect(await page.getByRole('button', { name: 'Copy' }).count()).toBe(0)
  await page.getByRole('searchbox').fill('who is signed in')
  await page.getByRole('button', { name: 'Search' }).click()
  expect((await page.locator('.index a').allTextContents()).slice(0, 2)).toEqual(['GET /auth/me', 'GET /auth/check'])
  await page.goto('/docs/administration')
  expect(await page.locator('#get-admin-users-id').getByRole('button').count()).toBe(0)
  await page.goto('/docs/sessions')
  await page.locator('#get-auth-sessions').getByRole('button', { name: 'Try it' }).click()
  await page.waitForURL(/\/auth\/sessions\??$/)
  expect(JSON.parse((await page.textContent('pre')) ?? '')).toMatchObject({ total: 1 })
})
