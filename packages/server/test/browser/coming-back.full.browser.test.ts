import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { ORIGIN } from '../support/browser.ts'
import { freePort } from '../support/free-port.ts'
import { PASSWORD } from '../support/world.ts'
import { browserWorld } from './browser-world.ts'
import { mouse, signIn } from './person.ts'

/** An application on another port. Any host name of this machine leads to it. */
async function otherApp(): Promise<number> {
  const server = createServer((_request, response) => response.setHeader('content-type', 'text/html').end('<h1>The app</h1>'))
  await new Promise<void>((resolve) => server.listen(0, resolve))
  onTestFinished(() => void server.close())
  return (server.address() as AddressInfo).port
}

const QUERY = '?q=100%25&a=b%20c'

describe.each([true, false])('coming back to an app, with JavaScript: %s', (javaScriptEnabled) => {
  it.each([
    ['another port', 'localhost'],
    ['another address of this machine', '127.0.0.1'],
    ['another host name', 'app.localhost'],
  ])('on %s', async (_, host) => {
    const app = `http://${host}:${await otherApp()}`
    const here = await browserWorld({ env: { ALLOWED_ORIGINS: `${app},${ORIGIN}`, ALLOW_LOOPBACK_ORIGINS: 'false' } })
    await here.signedUp('ada@example.com')
    const page = await here.visitor({ javaScriptEnabled })
    await page.goto(`/sign-in?${new URLSearchParams({ returnTo: `${app}/docs${QUERY}` })}`)
    await signIn(page, mouse, 'ada@example.com')
    expect(page.url()).toBe(`${app}/docs${QUERY}`)
    await page.goto(`/sign-out?${new URLSearchParams({ returnTo: `${app}/bye` })}`)
    await mouse.press(page, 'Sign out')
    expect(page.url()).toBe(`${app}/bye`)
  })

  it('from a service that was opened as 127.0.0.1, while its public URL says localhost', async () => {
    const app = `http://localhost:${await otherApp()}`
    const here = await browserWorld()
    await here.signedUp('ada@example.com')
    const page = await here.visitor({ javaScriptEnabled })
    const opened = here.url.replace('localhost', '127.0.0.1')
    await page.goto(`${opened}/sign-in?${new URLSearchParams({ returnTo: '/account' })}`)
    await signIn(page, mouse, 'ada@example.com')
    expect(page.url()).toBe(`${opened}/account`)
    await page.goto(`${opened}/sign-out?${new URLSearchParams({ returnTo: '/sign-in' })}`)
    await mouse.press(page, 'Sign out')
    await page.goto(`${opened}/sign-in?${new URLSearchParams({ returnTo: `${app}/docs` })}`)
    await signIn(page, mouse, 'ada@example.com')
    expect(page.url()).toBe(`${app}/docs`)
  })
})

describe('an app that is not named', () => {
  it('is not gone to', async () => {
    const app = `http://app.localhost:${await freePort()}`
    const here = await browserWorld({ env: { ALLOWED_ORIGINS: ORIGIN, ALLOW_LOOPBACK_ORIGINS: 'false' } })
    await here.signedUp('ada@example.com')
    const page = await here.visitor()
    await page.goto(`/sign-in?${new URLSearchParams({ returnTo: app })}`)
    await signIn(page, mouse, 'ada@example.com', PASSWORD)
    expect(page.url()).toBe(`${here.url}/account`)
  })
})
