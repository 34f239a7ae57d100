import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { isFull } from '../support/form.ts'
import { startForwardProxy } from '../support/forward-proxy.ts'
import { browserWorld } from './browser-world.ts'
import { arrivesAt, goTo, mouse, signIn } from './person.ts'

/** The service at localhost, an application on another port of it, and one behind a proxy at a host that sees none of its cookies. */
async function withApps() {
  let service = ''
  const back = (path: string, host?: string) => `${service}${path}?${new URLSearchParams({ returnTo: `http://${host}/page` })}`
  const server = createServer(({ url, headers: { host } }, reply) =>
    reply.setHeader('content-type', 'text/html').end(`<title>App</title><h1>${url}</h1>
      <a href="${back('/sign-in', host)}">Enter</a> <a href="${back('/account', host)}">Account</a> <a href="${back('/sign-out', host)}">Leave</a>
      <form method="post" action="${service}/sign-out"><input type="hidden" name="returnTo" value="http://${host}/bye"><button>Sign out</button></form>`),
  )
  await once(server.listen(0), 'listening')
  onTestFinished(() => void server.close().closeAllConnections())
  const { port } = server.address() as AddressInfo
  const proxy = await startForwardProxy('wiki.localhost', () => service)
  const wiki = `http://wiki.localhost:${proxy.port}`
  const here = await browserWorld({ env: { FORWARD_AUTH_APPS: wiki, TRUSTED_PROXIES: '127.0.0.1' } })
  service = here.url
  await here.signedUp('ada@example.com')
  return { ...here, port, wiki }
}

describe.each(isFull ? [true, false] : [false])('an app of its own, with JavaScript: %s', (javaScriptEnabled) => {
  it('is found again from every page, and left in one click', async () => {
    const { visitor, port, wiki, url } = await withApps()
    const [app, name] = [`http://localhost:${port}`, `localhost:${port}`]
    const page = await visitor({ javaScriptEnabled })
    await page.goto(app)
    await mouse.press(page, 'Enter')
    await page.getByText(`Sign in to continue to ${name}.`).waitFor()
    await signIn(page, mouse, 'ada@example.com')
    expect(page.url()).toBe(`${app}/page`)
    await mouse.press(page, 'Account')
    await goTo(page, mouse, 'Sessions and devices')
    await goTo(page, mouse, `Back to ${name}`)
    expect(page.url()).toBe(`${app}/page`)
    await page.goto('/nowhere')
    await mouse.press(page, `Back to ${name}`)
    await mouse.press(page, 'Leave')
    await page.getByText('You are signed in as Ada (ada@example.com).').waitFor()
    await mouse.press(page, 'Cancel')
    expect(page.url()).toBe(`${app}/page`)
    await mouse.press(page, 'Sign out')
    expect(page.url()).toBe(`${app}/bye`)
    await page.goto(`${url}/account`)
    await arrivesAt(page, '/sign-in')

    // Another site: our cookies do not come with its forms, so the visitor is asked.
    await signIn(page, mouse, 'ada@example.com')
    await page.goto(`http://127.0.0.1:${port}`)
    await mouse.press(page, 'Sign out')
    expect(page.url()).toBe(`${url}/sign-out?${new URLSearchParams({ returnTo: `http://127.0.0.1:${port}/bye` })}`)
    await mouse.press(page, 'Cancel')
    expect(page.url()).toBe(`http://127.0.0.1:${port}/bye`)

    // Another host, behind a proxy: its own session ends, and the one here.
    await page.goto(`${wiki}/page`)
    await mouse.press(page, 'Sign out')
    await page.getByText(`Sign in to continue to ${new URL(wiki).host}.`).waitFor()
    expect((await page.context().cookies()).map((one) => one.name)).not.toContain('latchkey_app')
    await page.goto(`${url}/account`)
    await arrivesAt(page, '/sign-in')
  })
})
