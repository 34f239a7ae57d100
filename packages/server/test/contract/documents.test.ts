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

describe('GET /docs', () => {
  it('shows every route, loads nothing from anywhere and runs no script', async () => {
    const { browser } = await world()
    const { status, text, headers } = await browser().get('/docs')
    expect(status).toBe(200)
    expect(headers['content-type']).toBe('text/html; charset=utf-8')
    expect(headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-[^']+'; base-uri 'none'/)
    for (const { route } of endpointList) expect(text).toContain(route.split(' ')[1])
    expect(text).not.toMatch(/<script|src=|@import|url\(|style="/)
  })

  it('groups routes by subject, and says what they require, with an example of each and the causes of errors', async () => {
    const { text } = await (await world()).browser().get('/docs')
    const [, login = ''] = /<section class="route" id="post-auth-login">(.*?)<\/section>/s.exec(text) ?? []
    expect(text.indexOf('<h2>Accounts</h2>')).toBeLessThan(text.indexOf('<h2>Administration</h2>'))
    expect(login).toContain('<code>email</code> <small>string, required</small>')
    expect(login).toContain(`-d &#39;{&quot;email&quot;:&quot;ada@example.com&quot;`.replaceAll('&#39;', "'"))
    const answers = [...login.matchAll(/<h4>Answer 200: (.*?)<\/h4>/g)].map(([, title]) => title)
    expect(answers).toEqual(['session result', 'verification pending', 'two factor gated'])
    expect(login).toMatch(/<code>user_banned<\/code><\/dt><dd>This account is banned\. <span>Only told after the right password/)
    expect(text).toContain('For administrators, and for keys with users:write.')
    expect(text).not.toContain('&quot;…&quot;,\n  &quot;id')
  })

  it('escapes the name of the product', async () => {
    const { browser } = await world({ env: { APP_NAME: '<img src=x onerror=alert(1)>' } })
    expect((await browser().get('/docs')).text).not.toContain('<img')
  })
})
