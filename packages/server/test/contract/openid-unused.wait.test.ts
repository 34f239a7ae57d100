import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Browser } from '../support/browser.ts'
import { notedProgram } from '../support/noted-program.ts'
import { PASSWORD } from '../support/world.ts'

const dist = path.resolve(import.meta.dirname, '../../dist')
const LIBRARY = '/node_modules/jose/'
const API = 'https://api.example.com'

/** The files of the program that have some of the library in them, with all else that each has. */
const files = readdirSync(dist)
  .filter((name) => name.endsWith('.js.map'))
  .map((name) => {
    const { sources } = JSON.parse(readFileSync(path.join(dist, name), 'utf8')) as { readonly sources: readonly string[] }
    return { name: name.slice(0, -'.map'.length), sources }
  })
  .filter(({ sources }) => sources.some((source) => source.includes(LIBRARY)))
const names = files.map(({ name }) => name)

const form = (browser: Browser, url: string, fields: Readonly<Record<string, string>>) =>
  browser.post(url, undefined, {
    raw: new URLSearchParams(fields).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })

/** As our own tokens look, of a key that nobody has. */
const HINT = `${Buffer.from('{"alg":"RS256","kid":"a-key","typ":"JWT"}').toString('base64url')}.e30.c2lnbmF0dXJl`

/** At every door of applications, as a stranger and as somebody who is signed in. */
async function knock(browser: Browser): Promise<void> {
  const query = new URLSearchParams({ client_id: 'app', response_type: 'code', redirect_uri: API, id_token_hint: HINT })
  const doors = ['/.well-known/openid-configuration', '/.well-known/oauth-authorization-server', '/oidc/jwks', '/oidc/userinfo']
  const pages = [`/oidc/authorize?${query}`, '/oidc/continue?request=x', `/oidc/end-session?${query}`, '/consent', '/device']
  for (const url of [...doors, ...pages]) expect((await browser.get(url)).status, url).toBeLessThan(500)
  for (const url of ['/oidc/token', '/oidc/revoke', '/oidc/introspect', '/oidc/device', '/oidc/userinfo'])
    expect(
      (await form(browser, url, { client_id: 'app', client_secret: 'x', token: HINT, access_token: HINT })).status,
      url,
    ).toBeLessThan(500)
}

describe('what signs for applications', () => {
  it('is a part of its own, with nothing of ours in it', () => {
    expect(files.flatMap(({ sources }) => sources).filter((source) => !source.includes(LIBRARY))).toEqual([])
    expect(names).not.toEqual([])
  })

  it('is loaded by the first signature: before there is an application no key is made and nothing is kept', async () => {
    const { browser, loaded, run } = await notedProgram()
    const ada = { email: 'ada@example.com', password: PASSWORD }
    const owner = browser()
    await owner.post('/auth/register', { ...ada, name: 'Ada' })
    await owner.post('/auth/logout')
    expect((await owner.post('/auth/login', ada)).status).toBe(200)
    for (const url of ['/auth/me', '/auth/sessions', '/account', '/account/sessions', '/auth/applications'])
      expect((await owner.get(url)).status, url).toBe(200)
    await knock(owner)
    await knock(browser())
    expect((await owner.get('/oidc/jwks')).body).toEqual({ keys: [] })
    expect(loaded()).toContain('main.js')
    expect(loaded().filter((name) => names.includes(name))).toEqual([])

    const made = ['--id', 'job', '--name', 'Job', '--kind', 'service', '--scope', 'jobs:run', '--audience', API]
    const [secret = ''] = await run('clients', 'create', ...made)
    const asked = { grant_type: 'client_credentials', client_id: 'job', client_secret: secret }
    expect((await form(browser(), '/oidc/token', asked)).status).toBe(200)
    expect(loaded().filter((name) => names.includes(name))).toEqual([])
    expect((await form(browser(), '/oidc/token', { ...asked, resource: API })).status).toBe(200)
    expect(loaded().filter((name) => names.includes(name))).toEqual(names)
  })
})
