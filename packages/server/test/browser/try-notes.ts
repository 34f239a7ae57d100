import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { arrivesAt, mouse, signIn, signUp } from './person.ts'

/** Signs up from an app's front page, looks at the account, signs out and in again. */
export async function tryLinks(page: Page, basePath = ''): Promise<void> {
  await page.goto('/')
  await mouse.press(page, 'Sign up')
  await signUp(page, mouse, 'Ada <Lovelace>', 'ada@example.com')
  await page.getByRole('heading', { name: 'Hello, Ada <Lovelace>' }).waitFor()
  await mouse.press(page, 'Account')
  await arrivesAt(page, `${basePath}/account`)
  await page.goto('/')
  await mouse.open(page, 'Sign out')
  await page.getByRole('heading', { name: 'Hello', exact: true }).waitFor()
  await mouse.press(page, 'Sign in')
  await signIn(page, mouse, 'ada@example.com')
  await page.getByRole('heading', { name: 'Hello, Ada <Lovelace>' }).waitFor()
}

/** What a visitor of examples/express does, wherever it is. */
export async function tryNotes(page: Page, home: string, basePath = ''): Promise<void> {
  await page.goto(home)
  await mouse.press(page, 'Sign up')
  await signUp(page, mouse, 'Ada <Lovelace>', 'ada@example.com')
  await page.getByRole('heading', { name: 'Hello, Ada <Lovelace>' }).waitFor()
  expect(page.url()).toBe(`${home}/`)
  await mouse.press(page, 'Notes')
  await page.getByRole('heading', { name: 'Notes of ada@example.com' }).waitFor()
  await page.goto(home)
  await mouse.press(page, 'Account')
  await arrivesAt(page, `${basePath}/account`)
  await page.goto(home)
  await mouse.press(page, 'Sign out')
  await page.getByRole('heading', { name: 'Hello', exact: true }).waitFor()
  expect(page.url()).toBe(`${home}/`)
  await page.goto(`${home}/notes?of=100%25`)
  await arrivesAt(page, `${basePath}/sign-in`)
  await signIn(page, mouse, 'ada@example.com')
  expect(page.url()).toBe(`${home}/notes?of=100%25`)
  await page.getByRole('heading', { name: 'Notes of ada@example.com' }).waitFor()
}
