import { describe, expect, it } from 'vitest'
import { atConsole } from '../../../../test/support/at-console.ts'
import { PageVisitor } from '../../../../test/support/page-visitor.ts'
import { PASSWORD, world } from '../../../../test/support/world.ts'

const HOSTILE = `</title><script>alert("1")</script>`

const places = (adaId: string): string[] => [
  '/console',
  '/console/users',
  '/console/users/new',
  `/console/users/${adaId}`,
  '/console/invites',
  '/console/audit',
]

describe('every page of the console', () => {
  it('is led to by a navigation that says where one is', async () => {
    const { visitor, adaId } = await atConsole()
    for (const path of places(adaId)) {
      const page = await visitor.open(path)
      expect([path, page.status, page.textsOf('<h1>').length]).toEqual([path, 200, 1])
      expect(page.links).toEqual(expect.arrayContaining(['/console', '/console/users', '/console/audit', '/account']))
      expect(page.html).not.toMatch(/ style=| on\w+=/)
    }
    const here = '<nav class="places".*?<a[^>]*aria-current="[^"]*"[^>]*>(.*?)</a>.*?</nav>'
    const current = async (path: string) => (await visitor.open(path)).textsOf(here)
    expect(await current('/console')).toEqual(['Dashboard'])
    expect(await current('/console/users?role=admin')).toEqual(['Users'])
    expect(await current(`/console/users/${adaId}`)).toEqual(['Users'])
    expect(await current('/console/invites')).toEqual([])
  })

  it('has times to the second, and one line that says their zone where there are any', async () => {
    const { visitor, adaId } = await atConsole({ ENABLE_INVITE: 'true' })
    await visitor.open('/console/keys')
    await visitor.submit('create', { name: 'billing', 'users-read': 'on' })
    await visitor.open('/console/invites')
    await visitor.submit('create', { email: 'guest@example.com' })
    for (const path of [...places(adaId), '/console/keys']) {
      const page = await visitor.open(path)
      const moments = page.textsOf('<time[^>]*>(.*?)</time>').filter((text) => /\d:\d/.test(text))
      for (const text of moments) expect.soft([path, text]).toEqual([path, expect.stringMatching(/ \d+:\d\d:\d\d [AP]M$/)])
      const isDated = [`/console/users/${adaId}`, '/console/invites', '/console/audit', '/console/keys'].includes(path)
      expect([path, moments.length > 0, page.text.split('Days and times are in UTC.').length - 1]).toEqual([
        ...[path, isDated, isDated ? 1 : 0],
      ])
      expect(page.html).not.toContain('data-local')
    }
  })

  it('has no place for invites where they are switched off', async () => {
    const { visitor } = await atConsole()
    expect((await visitor.open('/console')).links).not.toContain('/console/invites')
    const there = await atConsole({ ENABLE_INVITE: 'true' })
    expect((await there.visitor.open('/console')).links).toContain('/console/invites')
  })

  it('lets a reader who is no administrator sign in with another account, and come back', async () => {
    const { ada, mail } = await atConsole()
    const visitor = new PageVisitor(ada)
    const door = (await visitor.open('/console/audit')).links.find((link) => link.startsWith('/console/sign-in')) ?? ''
    await visitor.open(door)
    await visitor.submit('signIn', { email: 'root@example.com', password: PASSWORD })
    const page = await visitor.submit('verify', { code: (await mail.newest('root@example.com', 2)).code })
    expect([page.address, page.heading]).toEqual(['/console/audit', 'Audit log'])
  })

  it.each([
    ['/console/nothing', 404, 'The address is wrong, or what was there has moved.'],
    ['/console/users/nonsense', 404, 'There is no such user.'],
    ['/console/users.csv?role=king', 400, 'The request is not valid.'],
  ])('keeps the frame of the console when %s cannot be shown', async (path, status, words) => {
    const { visitor } = await atConsole()
    const page = await visitor.open(path)
    expect([page.status, page.text.includes(words)]).toEqual([status, true])
    expect(page.html).toContain('<nav class="places"')
    expect(page.links).toEqual(expect.arrayContaining(['/console', '/console/users', '/console/audit']))
  })

  it('leads to the administrators’ sign-in, and back', async () => {
    const { browser, adaId } = await atConsole()
    for (const path of places(adaId)) {
      const { address } = await new PageVisitor(browser()).open(path)
      expect(address).toBe(`/console/sign-in?${new URLSearchParams({ returnTo: path })}`)
    }
  })

  it('is closed to people who are no administrators', async () => {
    const { ada, adaId } = await atConsole()
    for (const path of places(adaId)) {
      const page = await new PageVisitor(ada).open(path)
      expect([page.status, page.heading]).toEqual([403, 'This page is for administrators'])
      expect(page.links).toContain(`/console/sign-in?${new URLSearchParams({ returnTo: path })}`)
      expect(page.html).not.toContain('class="places"')
    }
  })

  it('shows hostile names and devices as text', async () => {
    const { visitor, browser, adaId, sql } = await atConsole()
    await sql(`UPDATE accounts SET name = ? WHERE id = ?`, [HOSTILE, adaId])
    const headers = { 'user-agent': HOSTILE }
    await browser().post('/auth/login', { email: 'ada@example.com', password: PASSWORD }, { headers })
    for (const path of places(adaId)) expect((await visitor.open(path)).html).not.toContain('<script>alert')
    expect((await visitor.open('/console/users')).text).toContain(HOSTILE)
    expect((await visitor.open('/console/audit')).text).toContain(HOSTILE)
    const user = await visitor.open(`/console/users/${adaId}`)
    expect(user.html.split('&lt;/title>&lt;script>')).toHaveLength(7)
  })

  it('shows a hostile filter as text', async () => {
    const { visitor } = await atConsole()
    for (const query of ['search', 'role', 'offset', 'done', 'actor', 'ip', 'type'])
      for (const path of ['/console/users', '/console/audit'])
        expect((await visitor.open(`${path}?${new URLSearchParams({ [query]: HOSTILE })}`)).html).not.toContain('<script>alert')
  })

  it('has the way out', async () => {
    const { visitor } = await atConsole()
    await visitor.open('/console')
    expect((await visitor.submit('signOut')).path).toBe('/signed-out')
    expect((await visitor.open('/console')).path).toBe('/console/sign-in')
  })

  it('refreshes an expired session once, however many routes it asks', async () => {
    const { visitor, clock, adaId, auditTypes } = await atConsole({ REFRESH_GRACE: '0s' })
    clock.advance(25 * 3_600_000)
    expect((await visitor.open(`/console/users/${adaId}`)).status).toBe(200)
    expect((await visitor.open('/console')).path).toBe('/console')
    expect((await auditTypes()).filter((type) => type === 'session.refreshed')).toHaveLength(1)
  })

  it('refuses forms of other origins with 403, and does nothing', async () => {
    const { visitor, sql, adaId } = await atConsole()
    await visitor.open(`/console/users/${adaId}`)
    const page = await visitor.submit('delete', {}, { origin: 'https://evil.example' })
    expect([page.status, page.heading]).toEqual([403, 'Something went wrong'])
    expect(await sql(`SELECT id FROM accounts WHERE id = ?`, [adaId])).toHaveLength(1)
  })

  it('takes its forms with the token that it handed out, and no others, where the operator wants one', async () => {
    const { browser, sql } = await world({ env: { REQUIRE_CSRF_TOKEN: 'true', DISABLE_ADMIN_TWO_FACTOR: 'true' } })
    const visitor = new PageVisitor(browser())
    await visitor.open('/sign-up')
    await visitor.submit('signUp', { name: 'Root', email: 'root@example.com', password: PASSWORD })
    await sql(`UPDATE accounts SET role = 'admin'`)
    const typed = { email: 'new@example.com', name: 'New' }
    await visitor.open('/console/users/new')
    expect((await visitor.submit('create', { ...typed, _csrf: 'wrong' })).status).toBe(403)
    await visitor.open('/console/users/new')
    expect((await visitor.submit('create', typed)).notice).toBe('The account was created.')
  })
})
