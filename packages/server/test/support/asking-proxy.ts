import { world } from './world.ts'

export const WIKI = 'https://wiki.example.com'
export const env = {
  PUBLIC_URL: 'https://id.example.com',
  COOKIE_DOMAIN: 'example.com',
  TRUSTED_PROXIES: '127.0.0.1',
  ALLOWED_ORIGINS: 'http://localhost:3000',
  FORWARD_AUTH_APPS: `${WIKI},https://admin.example.com;role=admin,https://vault.example.com;2fa,https://shop.example.com;verified,https://id.example.com,https://other.test`,
}

export type Headers = Record<string, string>

/** As nginx describes a request. */
export const original = (url = `${WIKI}/page?x=1`, method = 'GET'): Headers => ({
  'x-original-url': url,
  'x-original-method': method,
})
/** As the others do. */
export const forwarded = (host = 'wiki.example.com', more: Headers = {}): Headers => ({
  'x-forwarded-proto': 'https',
  'x-forwarded-host': host,
  'x-forwarded-uri': '/page?x=1',
  'x-forwarded-method': 'GET',
  accept: 'text/html',
  ...more,
})

/** Ada, who is signed in, and the proxy of an application that asks about her requests. */
export async function asking(more: Headers = {}) {
  const here = await world({ env: { ...env, ...more } })
  const browser = await here.signedUp()
  const cookie = browser.cookieHeader()
  const ask = async (headers: Headers, method = 'GET', url = '/auth/forward') => {
    const reply = await here.app.inject({ method: method as 'GET', url, headers })
    const location = reply.headers['location']
    const error: unknown = reply.body === '' ? undefined : JSON.parse(reply.body).error
    return { status: reply.statusCode, location, error, headers: reply.headers, body: reply.body }
  }
  return { ...here, browser, cookie, ask }
}
