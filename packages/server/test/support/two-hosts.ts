import { Browser, type Reply } from './browser.ts'
import { world } from './world.ts'

/** An application, and we, on hosts that share no cookie. */
export const APP = 'https://wiki.test'
export const ID = 'https://id.example.com'
const env = {
  PUBLIC_URL: ID,
  TRUSTED_PROXIES: '127.0.0.1',
  ALLOWED_ORIGINS: 'http://localhost:3000',
  FORWARD_AUTH_APPS: `${APP},https://shop.test,http://plain.test`,
}

export const onHost = (origin: string) => {
  const { protocol, host } = new URL(origin)
  return { accept: 'text/html', 'x-forwarded-proto': protocol.slice(0, -1), 'x-forwarded-host': host }
}

/** Ada at two hosts: her browser keeps the cookies of each apart. */
export async function visiting() {
  const here = await world({ env })
  const atService = await here.signedUp()
  const atApp = new Browser(here.app)
  const open = (browser: Browser, address: unknown): Promise<Reply> => {
    const { origin, pathname, search } = new URL(String(address), ID)
    return browser.get(pathname + search, { headers: origin === ID ? { accept: 'text/html' } : onHost(origin) })
  }
  const toCallback = async (app = APP, path = '/page?x=1', browser = atApp): Promise<string> => {
    const started = await open(browser, `${app}/.latchkey/start?${new URLSearchParams({ returnTo: path })}`)
    const ticketed = await open(atService, started.headers['location'])
    return String(ticketed.headers['location'])
  }
  const arrive = async (app = APP) => open(atApp, await toCallback(app))
  const forward = async (app = APP, cookie = atApp.cookieHeader()) => {
    const headers = { ...onHost(app), 'x-forwarded-uri': '/page?x=1', 'x-forwarded-method': 'GET', cookie }
    const reply = await here.app.inject({ url: '/auth/forward', headers })
    return { status: reply.statusCode, location: reply.headers['location'], user: reply.headers['x-latchkey-email'] }
  }
  const fromService = { headers: { origin: ID } }
  return { ...here, atService, atApp, open, toCallback, arrive, forward, fromService }
}
