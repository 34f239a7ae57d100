import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createViteServer } from 'vitest/node'
import config from '../../../../examples/vite/vite.config.mts'
import { freePort } from '../support/free-port.ts'
import { scratchDirectory } from '../support/scratch-directory.ts'
import { browserWorld, visitor } from './browser-world.ts'
import { arrivesAt, followMail, goTo, mouse, signIn, signUp } from './person.ts'

/** A single-page app that Vite serves, with paths that are Latchkey's where that has the whole host. */
async function startVite(port: number, servicePort: string): Promise<void> {
  const root = scratchDirectory('latchkey-vite-')
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  mkdirSync(path.join(root, 'public/assets'), { recursive: true })
  writeFileSync(path.join(root, 'public/assets/app.js'), `document.querySelector('h1').append(' at ', location.pathname)`)
  writeFileSync(
    path.join(root, 'index.html'),
    `<!doctype html><title>App</title><h1>App</h1><script src="/assets/app.js"></script>`,
  )
  const proxy = Object.fromEntries(
    Object.entries(config.server.proxy).map(([paths, target]) => [paths, target.replace('3000', servicePort)]),
  )
  const server = await createViteServer({
    root,
    configFile: false,
    logLevel: 'silent',
    server: { port, strictPort: true, proxy },
  })
  await server.listen()
  onTestFinished(() => server.close())
}

describe('below a base path, beside an app of Vite’s on the same host', () => {
  it('one signs up, verifies, signs in, sees account and console, and signs out; the app has all other paths', async () => {
    const port = await freePort()
    const home = `http://localhost:${port}`
    const env = { PUBLIC_URL: home, BASE_PATH: '/id', REQUIRE_EMAIL_VERIFICATION: 'true', DISABLE_ADMIN_TWO_FACTOR: 'true' }
    const here = await browserWorld({ env })
    await startVite(port, new URL(here.url).port)
    const page = await visitor(home)
    const failed: string[] = []
    page.on('response', (answer) => void (answer.status() >= 400 && failed.push(`${answer.status()} ${answer.url()}`)))
    for (const own of ['/docs', '/admin', '/account', '/']) {
      await page.goto(own)
      await page.getByRole('heading', { name: `App at ${own}`, exact: true }).waitFor()
    }

    await page.goto(`/id/sign-up?returnTo=${encodeURIComponent('/docs')}`)
    await signUp(page, mouse, 'Ada', 'ada@example.com')
    await arrivesAt(page, '/id/check-your-mail')
    await followMail(here, page, 'ada@example.com', 'Code', true)
    await mouse.press(page, 'Confirm')
    await page.getByRole('heading', { name: 'App at /docs', exact: true }).waitFor()

    await here.sql(`UPDATE accounts SET role = 'admin'`)
    await page.goto('/id')
    await arrivesAt(page, '/id/account')
    await goTo(page, mouse, 'Security')
    await arrivesAt(page, '/id/account/security')
    await goTo(page, mouse, 'Console')
    await arrivesAt(page, '/id/console')
    await goTo(page, mouse, 'Users')
    await arrivesAt(page, '/id/console/users')
    await goTo(page, mouse, 'Sign out')
    await arrivesAt(page, '/id/signed-out')
    await page.goto('/id/console/users')
    await arrivesAt(page, '/id/console/sign-in')
    await signIn(page, mouse, 'ada@example.com')
    await arrivesAt(page, '/id/console/users')
    expect(failed).toEqual([])
  })
})
