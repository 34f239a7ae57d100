import { describe, expect, it } from 'vitest'
import { PageVisitor } from '../../../../test/support/page-visitor.ts'
import { PASSWORD, world } from '../../../../test/support/world.ts'

const PATHS = [
  '/sign-in',
  '/sign-up',
  '/check-your-mail',
  '/verify-email',
  '/two-factor',
  '/forgot-password',
  '/reset-password',
  '/set-password',
  '/invite',
  '/sign-out',
]
const HOSTILE = `"><script>alert(1)</script>`
const FACTS = ['returnTo', 'error', 'notice', 'done', 'for', 'challengeId', 'expiresAt', 'sent', 'code', 'token']

const visiting = async (env: Record<string, string> = {}) =>
  new PageVisitor((await world({ env: { ENABLE_INVITE: 'true', ...env } })).browser())

describe.each(PATHS)('%s', (path) => {
  it('is a page of its own that nobody may frame and that runs nothing but our script', async () => {
    const visitor = await visiting()
    const { status, html, headers } = await visitor.open(path)
    expect([status, html.match(/<h1/g)?.length, headers['cache-control']]).toEqual([200, 1, 'no-store'])
    expect(headers['content-security-policy']).toMatch(/^default-src 'none'.*script-src 'self'.*frame-ancestors 'none'$/)
    expect(headers['content-security-policy']).not.toContain('unsafe')
    expect(html).not.toMatch(/\son\w+=|\sstyle=|<script>/)
    expect(visitor.browser.jar.size).toBe(0)
  })

  it('takes no form from elsewhere', async () => {
    const visitor = await visiting()
    const { forms } = await visitor.open(path)
    const values = forms[0]?.values ?? {}
    expect((await visitor.post(path, values, { origin: 'https://evil.example' })).status).toBe(403)
    expect((await visitor.post(path, values, { origin: 'null' })).status).toBe(403)
  })

  it('knows no form that it does not have', async () => {
    const visitor = await visiting()
    for (const _action of ['', 'nothing', 'constructor', '__proto__'])
      expect((await visitor.post(path, { _action })).status, _action).toBe(404)
  })

  it('shows what stands in its address as text, and only where it belongs', async () => {
    const visitor = await visiting()
    for (const value of [HOSTILE, 'constructor', '__proto__']) {
      const page = await visitor.open(`${path}?${new URLSearchParams(FACTS.map((name) => [name, value]))}`)
      expect([page.status, page.notice, page.text.includes(value)]).toEqual([200, undefined, false])
      expect(page.html).not.toContain('<script>')
    }
  })

  it('shows what was typed as text', async () => {
    const visitor = await visiting()
    await visitor.open(path)
    for (const { values } of visitor.page.forms) {
      const typed = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, value || HOSTILE]))
      expect((await visitor.post(path, typed)).html).not.toContain('<script>')
    }
  })
})

describe('a form of a page, where a CSRF token is demanded', () => {
  it('carries its own, and is refused without', async () => {
    const visitor = await visiting({ REQUIRE_CSRF_TOKEN: 'true' })
    const fields = { name: 'Ada', email: 'ada@example.com', password: PASSWORD }
    await visitor.open('/sign-up')
    expect((await visitor.post('/sign-up', { _action: 'signUp', ...fields })).status).toBe(403)
    await visitor.open('/sign-up')
    expect((await visitor.submit('signUp', fields)).path).toBe('/account')
  })
})
