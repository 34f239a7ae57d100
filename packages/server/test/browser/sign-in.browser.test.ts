import { describe, expect, it } from 'vitest'
import { PASSWORD } from '../support/world.ts'
import { browserWorld } from './browser-world.ts'
import { arrivesAt } from './person.ts'

describe.each([true, false])('signing in, with JavaScript: %s', (javaScriptEnabled) => {
  it('leads back to where one wanted to go', async () => {
    const here = await browserWorld()
    await here.signedUp('ada@example.com')
    const page = await here.visitor({ javaScriptEnabled })
    await page.goto('/')
    await arrivesAt(page, '/sign-in')
    await page.getByLabel('Email address').fill('ada@example.com')
    await page.getByLabel('Password', { exact: true }).fill('wrong')
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.getByText('The email address or the password is not right.').waitFor()
    expect(await page.getByLabel('Email address').inputValue()).toBe('ada@example.com')
    expect(
      await page.getByLabel('Password', { exact: true }).evaluate((field) => field === field.ownerDocument.activeElement),
    ).toBe(true)
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await arrivesAt(page, '/account')
  })
})

it('at the second step, where no sign-in has led there, one is led to the first', async () => {
  const here = await browserWorld()
  const page = await here.visitor()
  await page.goto('/two-factor?returnTo=/account/security')
  await page.getByText('No sign-in in this browser is waiting for a code.').waitFor()
  expect(await page.getByLabel('Code').count()).toBe(0)
  await page.getByRole('link', { name: 'Sign in again' }).click()
  await arrivesAt(page, '/sign-in')
  expect(new URL(page.url()).searchParams.get('returnTo')).toBe('/account/security')
})
