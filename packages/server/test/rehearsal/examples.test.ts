import { describe, expect, it } from 'vitest'
import { visitor } from '../browser/browser-world.ts'
import { arrivesAt, mouse, signIn, signUp } from '../browser/person.ts'
import { tryNotes } from '../browser/try-notes.ts'
import { startExample } from '../support/example-process.ts'

describe('examples/same-host', () => {
  it('has the app and the service on one origin', async () => {
    const { port } = await startExample('same-host/run.mjs')
    const home = `http://localhost:${port}`
    const page = await visitor(home)
    await tryNotes(page, home, '/id')
    expect((await page.goto('/auth/forward'))?.status()).toBe(404)
    await page.goto('/id/account')
    await page.getByRole('heading', { name: 'Profile', exact: true }).waitFor()
  })
})

describe('examples/python-behind-nginx', () => {
  it('is reached through the sign-in, and closed when the session ends', async () => {
    const { port, servicePort } = await startExample('python-behind-nginx/run.mjs')
    const service = `http://localhost:${servicePort}`
    const wiki = `http://wiki.localhost:${port}`
    const page = await visitor(wiki)
    await page.goto('/page?q=100%25')
    await arrivesAt(page, '/sign-in')
    await mouse.press(page, 'Sign up')
    await signUp(page, mouse, 'Ådä', 'ada@example.com')
    await page.getByRole('heading', { name: 'Hello, Ådä' }).waitFor()
    expect(page.url()).toBe(`${wiki}/page?q=100%25`)
    await mouse.press(page, 'Account')
    await arrivesAt(page, '/account')
    await page.goto(wiki)
    await mouse.press(page, 'Sign out')
    await arrivesAt(page, '/sign-in')
    expect(page.url()).toContain(service)
    await signIn(page, mouse, 'ada@example.com')
    await page.getByRole('heading', { name: 'Hello, Ådä' }).waitFor()
  })

  it('has a page for all, from which one signs up', async () => {
    const { port } = await startExample('python-behind-nginx/run.mjs')
    const page = await visitor(`http://wiki.localhost:${port}`)
    await page.goto('/about')
    await mouse.press(page, 'Sign up')
    await signUp(page, mouse, 'Ada', 'ada@example.com')
    await page.getByRole('heading', { name: 'Hello, Ada' }).waitFor()
  })
})
