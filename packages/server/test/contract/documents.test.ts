import { Validator } from '@seriousme/openapi-schema-validator'
import { describe, expect, it } from 'vitest'
import { endpointList } from '../support/endpoint-list.ts'
import { world } from '../support/world.ts'

describe('GET /openapi.json', () => {
  it('is a valid OpenAPI 3.1 document', async () => {
    const { browser } = await world()
    const { status, body } = await browser().get('/openapi.json')
    expect(status).toBe(200)
    expect(await new Validator().validate(body)).toMatchObject({ valid: true })
    expect(body.openapi).toMatch(/^3\.1/)
  })

  it('describes every route with its answers', async () => {
    const { browser } = await world()
    const { body } = await browser().get('/openapi.json')
    for (const { route, redirects, status = redirects === 'everybody' ? 303 : 200 } of endpointList) {
      const [method = '', path = ''] = route.split(' ')
      expect(body.paths[path][method.toLowerCase()].responses).toHaveProperty(String(status))
    }
    const [error, codes] = body.paths['/auth/register'].post.responses['409'].content['application/json'].schema.allOf
    expect(error).toEqual({ $ref: '#/components/schemas/Error' })
    expect(codes.properties.error.enum).toEqual(['email_already_exists'])
  })

  it('describes every parameter, and says of every operation who may call it', async () => {
    const { browser } = await world()
    const { body } = await browser().get('/openapi.json')
    const operations = Object.values(body.paths).flatMap((one) => Object.values(one as object))
    expect(operations).toHaveLength(endpointList.length)
    for (const { security, parameters = [], tags } of operations) {
      expect(security).toBeInstanceOf(Array)
      expect(body.tags.map(({ name }: { name: string }) => name)).toEqual(expect.arrayContaining(tags))
      for (const parameter of parameters) expect(parameter).toMatchObject({ description: expect.any(String) })
    }
  })
})

const MOST_BYTES = 60_000

/** Every page of the reference, by its address. */
async function reference(env: Record<string, string> = {}) {
  const { browser } = await world({ env })
  const index = await browser().get('/docs')
  const links = new Set([...index.text.matchAll(/href="(\/docs\/[^"#]*)"/g)].map(([, path = '']) => path))
  const pages = new Map([['/docs', index]])
  for (const path of [...links, '/docs/search?q=session']) pages.set(path, await browser().get(path))
  const all = [...pages.values()].map(({ text }) => text).join('')
  return { pages, all, textOf: (path: string) => pages.get(path)?.text ?? '', browser }
}

describe('GET /docs', () => {
  it('shows every route on a page of its subject, each below 60 kB, and runs no code but a file of ours', async () => {
    const { pages, all, textOf } = await reference()
    expect(pages.size).toBeGreaterThan(15)
    expect(all.match(/`[^`]*`/g)).toBeNull()
    for (const [path, { status, text, headers }] of pages) {
      expect.soft([path, status, headers['content-type']]).toEqual([path, 200, 'text/html; charset=utf-8'])
      expect
        .soft(headers['content-security-policy'])
        .toMatch(
          /^default-src 'none'; style-src 'sha256-[^']+'; script-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'self'/,
        )
      expect.soft(Buffer.byteLength(text), path).toBeLessThan(MOST_BYTES)
      expect
        .soft(text.replace(/<script src="[^":]+\.js" defer><\/script>/, ''))
        .not.toMatch(/<script|src=|@import|url\(|style="|\son\w+=/)
    }
    for (const { route } of endpointList) {
      const anchor = route
        .toLowerCase()
        .replace(/[^a-z0-9]+/g, '-')
        .replace(/-$/, '')
      expect.soft(all.split(`<section class="route" id="${anchor}">`)).toHaveLength(2)
      expect.soft(textOf('/docs')).toContain(`<li id="${anchor}">`)
    }
  })

  it('says what routes require, with an example of each for this very service, and the causes of errors', async () => {
    const { textOf, all } = await reference({ PUBLIC_URL: 'https://id.acme.test' })
    const [, login = ''] = /<section class="route" id="post-auth-login">(.*?)<\/section>/s.exec(textOf('/docs/accounts')) ?? []
    expect(textOf('/docs').indexOf('>Accounts</a></h2>')).toBeLessThan(textOf('/docs').indexOf('>Administration</a></h2>'))
    expect(login).toContain('<code>email</code> <small>string, required</small>')
    expect(login).toContain(`curl -b cookies -c cookies -X POST https://id.acme.test/auth/login`)
    expect(login).toContain(`-H 'Origin: https://id.acme.test'`)
    expect(all).not.toContain('id.example.com')
    expect(login).toContain(`-d '{&quot;email&quot;:&quot;ada@example.com&quot;`)
    const answers = [...login.matchAll(/<h3>Answer 200: (.*?)<\/h3>/g)].map(([, title]) => title)
    expect(answers).toEqual(['session result', 'verification pending', 'two factor gated'])
    expect(login).toContain('<a href="errors#user_banned">user_banned</a>')
    expect(textOf('/docs/errors')).toMatch(
      /id="user_banned"><dt><b>403<\/b> <code>user_banned<\/code><\/dt><dd>This account is banned\. <span>Only told after the right password/,
    )
    expect(textOf('/docs/administration')).toContain('For administrators, and for keys with users:write.')
    const linked = new Set([...all.matchAll(/href="errors#(\w+)"/g)].map(([, code]) => code))
    expect([...linked].filter((code) => !textOf('/docs/errors').includes(`id="${code}"`))).toEqual([])
  })

  it('is searched by path, name and words, in a form that needs no script', async () => {
    const { browser } = await reference()
    const found = async (q: string) => {
      const { text } = await browser().get(`/docs/search?${new URLSearchParams({ q })}`)
      return [...text.matchAll(/<li id="([^"]+)">/g)].map(([, id]) => id)
    }
    expect((await found('/auth/me'))[0]).toBe('get-auth-me')
    expect((await found('PATCH  Ban')).slice(0, 2)).toEqual(['patch-admin-users-id-ban', 'patch-admin-users-id-unban'])
    expect(await found('sign out')).toContain('post-auth-logout')
    expect(await found('banned')).toContain('post-auth-login')
    expect(await found('invalid_credentials')).toContain('post-auth-login')
    const { text } = await browser().get('/docs/search?q=banned')
    expect(text).toContain('<code>user_banned</code>')
    expect(text).toContain('/docs/shapes#shape-listeduser')
    expect((await found('verifyEmail'))[0]).toBe('post-auth-verify-email')
    expect(await found('no such thing')).toEqual([])
    const hostile = await browser().get(`/docs/search?q=${encodeURIComponent('"><script>alert(1)</script>')}`)
    expect(hostile.text).not.toContain('<script>')
    expect((await browser().get('/docs/search?q=a&q=b')).status).toBe(200)
    expect((await browser().get('/docs/search')).status).toBe(200)
    expect((await browser().get('/docs/nothing')).status).toBe(404)
  })

  it('offers to try what only reads, as a form that opens the answer', async () => {
    const { all, textOf } = await reference()
    const tried = [...all.matchAll(/data-try="([^"]+)"/g)].map(([, path]) => path)
    expect(tried).toEqual(expect.arrayContaining(['/auth/me', '/auth/sessions', '/admin/users/{id}']))
    for (const path of ['/auth/oauth/{provider}', '/.latchkey/start', '/auth/logout']) expect(tried).not.toContain(path)
    expect(textOf('/docs/sessions')).toMatch(/<form class="try" method="get" action="\/auth\/sessions"[^>]*>.*?name="limit"/s)
  })

  it('escapes the name of the product', async () => {
    const { browser } = await world({ env: { APP_NAME: '<img src=x onerror=alert(1)>' } })
    for (const path of ['/docs', '/docs/accounts', '/docs/search?q=x'])
      expect((await browser().get(path)).text).not.toContain('<img')
  })
})
