import { describe, expect, it } from 'vitest'
import { pagePaths } from '../../src/gate/page-paths.ts'
import { servedPath } from '../../src/platform/kernel/own-path.ts'
import type { Browser } from '../support/browser.ts'
import { ORIGIN } from '../support/browser.ts'
import { problems } from '../support/config-problems.ts'
import { corpSettings, landing, oauthWorld } from '../support/oauth-world.ts'
import { PageVisitor } from '../support/page-visitor.ts'
import { shell } from '../support/shell.ts'
import { PASSWORD, world } from '../support/world.ts'

const AT_ROOT = { BASE_PATH: '/id' }
const MOVED = { BASE_PATH: '/id', BASE_PATH_AUTH: 'true' }
/** The name of a page of ours: what lies below it may be taken for that page, and moved once too often. */
const NAMED_AS_A_PAGE = { BASE_PATH: '/account', BASE_PATH_AUTH: 'true' }

const EVERYTHING = { EMAIL_SIGN_IN: 'existing', ENABLE_INVITE: 'true', ORGANISATIONS: 'true', DISABLE_ADMIN_TWO_FACTOR: 'true' }

/** A service with something behind every link, and an administrator at it. */
async function inhabited(env: Record<string, string>) {
  const here = await world({ env: { ...EVERYTHING, ...corpSettings({ issuer: 'http://127.0.0.1:1' }), ...env } })
  const at = (path: string) => servedPath(here.config.server, `~${path}`)
  const root = here.browser()
  await root.post(at('/auth/register'), { email: 'root@example.com', password: PASSWORD, name: 'Root' })
  await here.sql(`UPDATE accounts SET role = 'admin', verified_at = 1, mailbox_proved_at = 1`)
  await root.post(at('/auth/orgs'), { name: 'Acme', slug: 'acme' })
  await root.post(at('/admin/invites'), { email: 'new@example.com' })
  await root.post(at('/auth/forgot-password'), { email: 'root@example.com' })
  return { here, at, root }
}

const LINKED = / (?:href|src|srcset|action|formaction|data-options)="([^"]*)"/g
const linksIn = (html: string): string[] => [...html.matchAll(LINKED)].map(([, link = '']) => link.replaceAll('&amp;', '&'))

/** Follows whatever stands on a page, from these pages on. What leads elsewhere, or nowhere, is astray. */
async function crawl(browser: Browser, starts: readonly string[], isOurs: (link: string) => boolean) {
  const [waiting, seen, astray] = [[...starts], new Set<string>(), new Set<string>()]
  const hasManyFilters = (link: string) => link.split('=').length > 2
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    const [address = ''] = path.split('#')
    if (seen.has(address)) continue
    seen.add(address)
    const { status, text, headers } = await browser.get(address, { headers: { accept: 'text/html' } })
    const { location } = headers
    // What only a form or a script asks for is there, and not for GET.
    const isAnswer = status < 400 || status === 405 || (ROUTE.test(address) && status !== 404)
    if (!isAnswer) astray.add(`${status} at ${address}`)
    const found = location === undefined ? linksIn(text) : [String(location)]
    const inside = found.filter((one) => !/^(?:#|$|mailto:|https?:)/.test(one)).map((one) => resolved(one, address))
    for (const link of inside) {
      if (!isOurs(link)) astray.add(`${link} on ${address}`)
      else if (!hasManyFilters(link) && !/%7B|\/\.well-known\//.test(link)) waiting.push(link)
    }
  }
  return { seen, astray: [...astray] }
}

/** The reference leads to routes, which refuse whom they are not for, and people come to pages of sign-ins with what an application sends. */
const ROUTE = /\/(?:auth|admin|oidc)\//

function resolved(link: string, from: string): string {
  const { pathname, search } = new URL(link, new URL(from, ORIGIN))
  return pathname + search
}

describe('below a base path', () => {
  it.each([AT_ROOT, NAMED_AS_A_PAGE])('lie every page, link, form and file: %j', async (env) => {
    const { here, at, root } = await inhabited(env)
    const isOurs = (link: string) =>
      link.startsWith(`${env.BASE_PATH}/`) ||
      /^\/(?:healthz$|readyz$|\.well-known\/)/.test(link) ||
      (!here.config.server.basePathAuth && link.startsWith('/auth/'))
    const paths = [...Object.values(pagePaths), '~/docs', '~/openapi.json', '~/dev/inbox'].map((path) => at(path.slice(1)))
    const starts = paths.filter((path) => !/well-known|orgs$|app-session|consent|sealed-log/.test(path))
    const stranger = await crawl(here.browser(), starts, isOurs)
    const administrator = await crawl(root, starts, isOurs)
    expect([...stranger.astray, ...administrator.astray]).toEqual([])
    expect([...administrator.seen].some((path) => /console\/users\/[0-9a-f-]{36}$/.test(path))).toBe(true)
  })

  it('leaves the root to the app', async () => {
    const { here, at, root } = await inhabited(AT_ROOT)
    const asset = linksIn((await here.browser().get('/id/sign-in')).text).find((one) => one.includes('/_latchkey/page')) ?? ''
    const kept = await root.get(asset)
    expect([kept.status, kept.headers['cache-control']]).toEqual([200, 'public, max-age=31536000, immutable'])
    const moved = ['/', '/docs', '/openapi.json', '/dev/inbox', '/dev/inbox.json', '/admin/users', asset.replace('/id', '')]
    for (const own of [...Object.values(pagePaths).map((path) => path.slice(1)), ...moved].filter((path) => at(path) !== path)) {
      const { status, body } = await root.get(own)
      expect([own, status, body?.error]).toEqual([own, 404, 'not_found'])
    }
    expect((await root.get('/account', { headers: { accept: 'text/html' } })).text).toContain('<h1>')
    for (const path of ['/id/admin/users', '/id/docs', '/auth/check', '/healthz', '/readyz'])
      expect([path, (await root.get(path)).status]).toEqual([path, 200])
    expect((await root.get('/.well-known/change-password')).headers['location']).toBe('/id/account/security#password')
    expect((await here.browser().get('/id')).headers['location']).toMatch(/^\/id\/sign-in\?/)
  })

  it('takes /auth along where that is asked for, and answers checks there as at the root', async () => {
    const { root } = await inhabited(MOVED)
    for (const [path, status] of [
      ['/auth/me', 404],
      ['/id/auth/me', 200],
      ['/id/auth/check', 200],
    ] as const)
      expect([path, (await root.get(path)).status]).toEqual([path, status])
    const { body } = await root.get('/id/openapi.json')
    expect(Object.keys(body.paths)).toEqual(expect.arrayContaining(['/id/auth/me', '/id/admin/users', '/healthz']))
    expect(Object.keys((await (await inhabited(AT_ROOT)).root.get('/id/openapi.json')).body.paths)).toContain('/auth/me')
  })

  it('sends people back from a provider to the callback where it is', async () => {
    const { browser, signIn } = await oauthWorld({ env: MOVED })
    expect(landing(await signIn(browser()))).toEqual({ status: 303, path: '/id/account' })
  })

  it('leads to it in mails', async () => {
    const here = await world({ withMail: true, env: AT_ROOT })
    await here.signedUp()
    const visitor = new PageVisitor(here.browser())
    await visitor.open('/id/forgot-password')
    await visitor.submit('request', { email: 'ada@example.com' })
    expect((await here.mail.newest('ada@example.com')).link).toMatch(/^http:\/\/localhost:3000\/id\/reset-password#code=/)
  })

  it('comes back to a page of the app as well as to one of its own', async () => {
    const { browser, signedUp } = await world({ env: AT_ROOT })
    await signedUp()
    for (const returnTo of ['/account', '/id/account/security', `${ORIGIN}/docs?x=1`]) {
      const visitor = new PageVisitor(browser())
      await visitor.open(`/id/sign-in?${new URLSearchParams({ returnTo })}`)
      const page = await visitor.submit('signIn', { email: 'ada@example.com', password: PASSWORD })
      expect(page.address).toBe(returnTo.replace(ORIGIN, ''))
    }
  })

  it('is where a proxy sends people to sign in', async () => {
    const env = { ...AT_ROOT, TRUSTED_PROXIES: '127.0.0.1', FORWARD_AUTH_APPS: ORIGIN }
    const { browser } = await world({ env })
    const headers = { accept: 'text/html', 'x-original-url': `${ORIGIN}/docs`, 'x-original-method': 'GET' }
    const { status, headers: answer } = await browser().get('/auth/forward', { headers })
    expect([status, answer['location']]).toEqual([401, `${ORIGIN}/id/sign-in?returnTo=${encodeURIComponent(`${ORIGIN}/docs`)}`])
  })

  it('is in what commands print', async () => {
    const { latchkey } = shell({ ...AT_ROOT, PUBLIC_URL: 'http://localhost:3000' })
    const { out } = await latchkey('mail', 'preview', '--kind', 'verification')
    expect(out).toContain('http://localhost:3000/id/verify-email#code=')
  })
})

describe('BASE_PATH', () => {
  it.each(['id', '/', '/id/', '//id', '/a//b', '/.', '/a/..', '/a b', '/ä', '/a%20b', '/a?b', '/a#b', '/{id}', '/*'])(
    'is refused as %j',
    (value) => expect(problems({ BASE_PATH: value })).toEqual([expect.stringMatching(/^BASE_PATH: must be a path such as \/id/)]),
  )

  it.each(['/auth', '/auth/x', '/.latchkey', '/.well-known', '/healthz', '/readyz'])(
    'is refused as %j, which is taken',
    (value) => expect(problems({ BASE_PATH: value })).toHaveLength(1),
  )

  it.each(['/id', '/authentication', '/a/b-c', '/~x/_1.2', '/...'])('is accepted as %j', (value) =>
    expect(problems({ BASE_PATH: value })).toEqual([]),
  )

  it('is needed for BASE_PATH_AUTH', () => {
    expect(problems({ BASE_PATH_AUTH: 'true' })).toEqual(['BASE_PATH_AUTH: needs BASE_PATH to be set'])
  })
})
