import { describe, expect, it } from 'vitest'
import { ADA, ROOT } from '../../../../test/support/administered.ts'
import { atConsole, filter, rowsOf } from '../../../../test/support/at-console.ts'
import { corpSettings } from '../../../../test/support/oauth-world.ts'

/** The addresses in the list, in its order. */
const emailsOf = (page: { textsOf(pattern: string): string[] }): string[] => page.textsOf('<td class="faint">(.*?)</td>')

const emails = (count: number) => Array.from({ length: count }, (_, index) => `user${String(index).padStart(2, '0')}@example.com`)

async function withMany(count: number) {
  const here = await atConsole()
  for (const email of emails(count)) {
    here.clock.advance(1000)
    await here.signedUp(email)
  }
  return here
}

describe('/console/users', () => {
  it('lists accounts, the newest first, with what sets them apart', async () => {
    const { visitor, adaId, sql, clock } = await atConsole()
    await sql(`UPDATE accounts SET banned_at = 1, two_factor_enabled_at = 1, created_at = created_at + 1000 WHERE id = ?`, [
      adaId,
    ])
    clock.advance(5000)
    const page = await visitor.open('/console/users')
    expect(rowsOf(page)).toEqual([
      'A Ada ada@example.com Banned Not confirmed Two-factor just now Last active: just now just now',
      'A Ada root@example.com Administrator just now Last active: just now just now',
    ])
    expect(page.links).toContain(`/console/users/${adaId}`)
    expect(page.links).toContain('/console/users/new')
  })

  it.each(['ADA@', 'king', 'Kíng  á'])('searches by the beginning of a word: %s', async (search) => {
    const { visitor, ada } = await atConsole()
    await ada.send('PUT', '/auth/name', { name: 'Ada King' })
    const { html } = await visitor.open('/console/users')
    expect(html).toContain('placeholder="Start of a word…"')
    expect(html).toContain('>Name, email or ID</label>')
    const page = await filter(visitor, { search })
    expect(emailsOf(page)).toEqual([ADA])
    expect(page.field('search')?.['value']).toBe(search)
  })

  it('filters by role and by ban, and shows what was chosen', async () => {
    const { visitor, sql, adaId } = await atConsole()
    await sql(`UPDATE accounts SET banned_at = 1 WHERE id = ?`, [adaId])
    await visitor.open('/console/users')
    expect(emailsOf(await filter(visitor, { role: 'admin' }))).toEqual([ROOT])
    expect(visitor.page.forms.find(({ values }) => 'role' in values)?.values).toMatchObject({ role: 'admin', state: '' })
    expect(emailsOf(await filter(visitor, { role: '', state: 'banned' }))).toEqual([ADA])
    expect(emailsOf(await filter(visitor, { state: 'notBanned' }))).toEqual([ROOT])
    expect(emailsOf(await visitor.open('/console/users?role=&state=&search='))).toHaveLength(2)
  })

  it('puts them in the wanted order', async () => {
    const { visitor, clock } = await withMany(2)
    await visitor.open('/console/users')
    expect(emailsOf(await filter(visitor, { order: 'newest' }))[0]).toBe('user01@example.com')
    expect(emailsOf(await filter(visitor, { order: 'oldest' })).at(-1)).toBe('user01@example.com')
    clock.advance(1000)
    const { body } = await visitor.browser.get(`/admin/users?email=${ADA}`)
    const [{ id }] = body.users
    await visitor.browser.send('PATCH', `/admin/users/${id}/ban`)
    expect(emailsOf(await filter(visitor, { order: 'changed' }))[0]).toBe(ADA)
    expect(emailsOf(await visitor.open('/console/users?order=constructor'))[0]).toBe('user01@example.com')
  })

  it('says when nobody matches, and how to clear the filters', async () => {
    const { visitor } = await atConsole()
    const page = await visitor.open('/console/users?search=zzz')
    expect(page.text).toContain('No account matches.')
    expect(page.textsOf('<search .*<a href="/console/users">(.*?)</a>')).toEqual(['Clear'])
    expect((await visitor.open('/console/users')).text).not.toContain('Clear')
  })

  it.each([`search=${'x'.repeat(255)}`, 'role=king', 'state=perhaps', 'twoFactor=perhaps', 'offset=-1'])(
    'says that it cannot read ?%s',
    async (query) => {
      const { visitor } = await atConsole()
      const page = await visitor.open(`/console/users?${query}`)
      expect(page.alert).toBe('We can’t read these filters. Please check what you typed.')
      expect(rowsOf(page)).toEqual([])
    },
  )

  it('marks the search that it cannot read', async () => {
    const { visitor } = await atConsole()
    const page = await visitor.open(`/console/users?search=${'x'.repeat(255)}`)
    expect(page.field('search')).toMatchObject({ 'aria-invalid': 'true', error: 'This cannot be read.' })
  })

  it('filters by confirmation, second factor and provider', async () => {
    const { visitor, sql, adaId } = await atConsole(corpSettings({ issuer: 'http://127.0.0.1:1' }))
    await sql(`UPDATE accounts SET two_factor_enabled_at = 1 WHERE id = ?`, [adaId])
    await sql(
      `INSERT INTO identities (issuer, subject, provider, account_id, created_at, used_at) VALUES ('i', 's', 'corp', ?, 1, 1)`,
      [adaId],
    )
    await visitor.open('/console/users')
    expect(emailsOf(await filter(visitor, { state: 'unverified' }))).toEqual([ADA])
    expect(emailsOf(await filter(visitor, { state: 'verified' }))).toEqual([ROOT])
    expect(emailsOf(await filter(visitor, { state: '', twoFactor: 'true' }))).toEqual([ADA])
    expect(emailsOf(await filter(visitor, { twoFactor: 'false' }))).toEqual([ROOT])
    expect(emailsOf(await filter(visitor, { twoFactor: '', provider: 'corp' }))).toEqual([ADA])
    expect(emailsOf(await filter(visitor, { state: 'verified' }))).toEqual([])
  })

  it('offers no provider to filter by where there is none', async () => {
    const { visitor } = await atConsole()
    expect((await visitor.open('/console/users')).field('provider')).toBeUndefined()
  })

  it('says when each signed in and was active last, whether signed in now or not, and of whom nothing is known', async () => {
    const { visitor, ada, clock, sql, adaId } = await atConsole()
    clock.advance(2 * 3_600_000)
    await visitor.browser.post('/auth/refresh')
    expect(rowsOf(await visitor.open('/console/users?search=ada@'))).toEqual([
      'A Ada ada@example.com Not confirmed 2 hours ago Last active: 2 hours ago 2 hours ago',
    ])
    await ada.post('/auth/refresh')
    await ada.post('/auth/logout')
    const row = async () => rowsOf(await visitor.open('/console/users?search=ada@'))[0]
    expect(await row()).toContain('Not confirmed 2 hours ago Last active: just now 2 hours ago')
    await sql(`DELETE FROM sessions WHERE account_id = ?`, [adaId])
    expect(await row()).toContain('Not confirmed None known – None known – 2 hours ago')
  })

  it('turns pages, and keeps the filters', async () => {
    const { visitor } = await withMany(51)
    const pages = () => visitor.page.textsOf('<nav class="pager"[^>]*>(.*?)</nav>')
    const turn = async (rel: string) => {
      const [, href = ''] = new RegExp(`href="([^"]*)" rel="${rel}"`).exec(visitor.page.html) ?? []
      return visitor.open(href.replaceAll('&amp;', '&'))
    }
    const there = /^\/console\/users\?search=user&order=oldest&after=[\w-]+$/
    await visitor.open('/console/users?search=user&order=oldest')
    expect([emailsOf(visitor.page)[0], pages()]).toEqual(['user00@example.com', ['1 to 25 of 51 Rows per page 25 50 100 Next']])
    expect((await turn('next')).address).toMatch(there)
    expect([emailsOf(visitor.page)[0], pages()]).toEqual([
      'user25@example.com',
      ['26 to 50 of 51 Rows per page 25 50 100 Previous Next'],
    ])
    expect((await turn('next')).address).toMatch(there)
    expect([emailsOf(visitor.page), pages()]).toEqual([
      ['user50@example.com'],
      ['51 to 51 of 51 Rows per page 25 50 100 First Previous'],
    ])
    expect(visitor.page.links).toContain('/console/users?search=user&order=oldest')
    await turn('prev')
    expect(emailsOf(visitor.page)[0]).toBe('user25@example.com')
    expect((await turn('prev')).address).toBe('/console/users?search=user&order=oldest')
  })

  it('has pages as long as one likes, and keeps that with the filters', async () => {
    const { visitor } = await withMany(51)
    await visitor.open('/console/users?search=user&limit=50')
    expect(emailsOf(visitor.page)).toHaveLength(50)
    expect(visitor.page.textsOf('<p class="sizes">.*?aria-current="true">(.*?)</a>')).toEqual(['50'])
    expect(visitor.page.links).toEqual(
      expect.arrayContaining([
        '/console/users?search=user',
        '/console/users?search=user&limit=100',
        expect.stringMatching(/^\/console\/users\?search=user&limit=50&after=/),
      ]),
    )
    expect(emailsOf(await filter(visitor, { order: 'oldest' }))).toHaveLength(50)
    expect(emailsOf(await visitor.open('/console/users?limit=7'))).toHaveLength(25)
  })

  it('does not say that nobody matches where one has gone past the end', async () => {
    const { visitor } = await withMany(30)
    const page = await visitor.open('/console/users?search=user&offset=900')
    expect(page.text).toContain('The list ends before this page. Back to the first page')
    expect(page.text).not.toContain('No account matches.')
    expect(page.links).toContain('/console/users?search=user')
  })
})
