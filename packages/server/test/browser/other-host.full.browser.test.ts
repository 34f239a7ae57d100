import { describe, expect, it } from 'vitest'
import { startForwardProxy } from '../support/forward-proxy.ts'
import { browserWorld } from './browser-world.ts'
import { arrivesAt, mouse, signIn } from './person.ts'

/** The service at localhost, and an application at a host that is sent none of its cookies. */
async function apart() {
  let service = ''
  const proxy = await startForwardProxy('wiki.localhost', () => service)
  const wiki = `http://wiki.localhost:${proxy.port}`
  const here = await browserWorld({ env: { FORWARD_AUTH_APPS: wiki, TRUSTED_PROXIES: '127.0.0.1' } })
  service = here.url
  await here.signedUp('ada@example.com')
  return { ...here, wiki, proxy }
}

describe.each([true, false])('an application on another host, with JavaScript: %s', (javaScriptEnabled) => {
  it('is reached through the sign-in, at the page that was wanted, and left by signing out', async () => {
    const { visitor, wiki, url } = await apart()
    const page = await visitor({ javaScriptEnabled })
    await page.goto(`${wiki}/page?q=100%25&a=b%20c`)
    await arrivesAt(page, '/sign-in')
    expect(new URL(page.url()).origin).toBe(url)
    await signIn(page, mouse, 'ada@example.com')
    expect(page.url()).toBe(`${wiki}/page?q=100%25&a=b%20c`)
    await page.getByRole('heading', { name: 'Hello, ada@example.com' }).waitFor()
    expect((await page.context().cookies(wiki)).map(({ name }) => name)).toEqual(['latchkey_nonce', 'latchkey_app'])
    await page.goto(`${url}/sign-out?${new URLSearchParams({ returnTo: `${wiki}/bye` })}`)
    await mouse.press(page, 'Sign out')
    await arrivesAt(page, '/sign-in')
  })
})

describe('an application on another host', () => {
  it('opens without a question to a person who is signed in already', async () => {
    const { visitor, wiki } = await apart()
    const page = await visitor()
    await page.goto('/sign-in')
    await signIn(page, mouse, 'ada@example.com')
    await page.goto(`${wiki}/`)
    await page.getByRole('heading', { name: 'Hello, ada@example.com' }).waitFor()
  })

  it('ends on a page that says so, and not in a loop, where cookies are blocked', async () => {
    const { visitor, wiki, proxy } = await apart()
    const page = await visitor()
    await page.goto('/sign-in')
    await signIn(page, mouse, 'ada@example.com')
    proxy.dropsCookies = true
    const shown = await page.goto(`${wiki}/`)
    expect(shown?.status()).toBe(400)
    await page.getByText('cookies').first().waitFor()
    expect(await page.evaluate(() => document.styleSheets[0]?.cssRules.length)).toBeGreaterThan(10)
    proxy.dropsCookies = false
    await mouse.press(page, 'Try again')
    await page.getByRole('heading', { name: 'Hello, ada@example.com' }).waitFor()
  })
})
