import { describe, expect, it } from 'vitest'
import { ADA, ROOT } from '../../../test/support/administered.ts'
import { atConsole, filter, rowsOf } from '../../../test/support/at-console.ts'

/** The addresses in the list, in its order. */
const emailsOf = (page: { textsOf(pattern: string): string[] }): string[] => rowsOf(page).map((row) => row.split(' ')[0] ?? '')

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
      'ada@example.com Ada Banned Not confirmed Two-factor Jan 1, 2030, 12:00 AM UTC',
      'root@example.com Ada Administrator Jan 1, 2030, 12:00 AM UTC',
    ])
    expect(page.links).toContain(`/console/users/${adaId}`)
    expect(page.links).toContain('/console/users/new')
  })

  it.each(['ADA@', 'king', 'Kíng  á'])('searches by the beginning of a word: %s', async (search) => {
    const { visitor, ada } = await atConsole()
    await ada.send('PUT', '/auth/name', { name: 'Ada King' })
    const { html } = await visitor.open('/console/users')
    expect(html).toContain('placeholder="begins with…"')
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
    expect(visitor.page.forms.find(({ values }) => 'role' in values)?.values).toMatchObject({ role: 'admin', banned: '' })
    expect(emailsOf(await filter(visitor, { role: '', banned: 'true' }))).toEqual([ADA])
    expect(emailsOf(await filter(visitor, { banned: 'false' }))).toEqual([ROOT])
    expect(emailsOf(await visitor.open('/console/users?role=&banned=&search='))).toHaveLength(2)
  })

  it('puts them in the wanted order', async () => {
    const { visitor, clock } = await withMany(2)
    await visitor.open('/console/users')
    expect(emailsOf(await filter(visitor, { order: 'newest' }))[0]).toBe('user01@example.com')
    expect(emailsOf(await filter(visitor, { order: 'oldest' })).at(-1)).toBe('user01@example.com')
    clock.advance(1000)
    const [, id] = /users\/([0-9a-f-]{36})">(?=<bdi>ada@)/.exec(visitor.page.html) ?? []
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

  it.each([`search=${'x'.repeat(255)}`, 'role=king', 'banned=perhaps', 'offset=-1'])(
    'says that it cannot read ?%s',
    async (query) => {
      const { visitor } = await atConsole()
      const page = await visitor.open(`/console/users?${query}`)
      expect(page.alert).toBe('The filters cannot be read. Please check what you typed.')
      expect(rowsOf(page)).toEqual([])
    },
  )

  it('turns pages, and keeps the filters', async () => {
    const { visitor } = await withMany(41)
    const pages = () => visitor.page.textsOf('<nav class="pager"[^>]*>(.*?)</nav>')
    const leads = () => visitor.page.links.filter((link) => link.startsWith('/console/users?'))
    const there = expect.stringMatching(/^\/console\/users\?search=user&order=oldest&after=[\w-]+$/)
    await visitor.open('/console/users?search=user&order=oldest')
    expect([emailsOf(visitor.page)[0], pages()]).toEqual(['user00@example.com', ['1 to 20 of 41 Next']])
    expect(leads()).toEqual([there])
    await visitor.open(leads()[0] ?? '')
    expect([emailsOf(visitor.page)[0], pages()]).toEqual(['user20@example.com', ['Previous 21 to 40 of 41 Next']])
    expect(leads()).toEqual(['/console/users?search=user&order=oldest', there])
    await visitor.open(leads()[1] ?? '')
    expect([emailsOf(visitor.page), pages()]).toEqual([['user40@example.com'], ['Previous 41 to 41 of 41']])
    await visitor.open(leads()[0] ?? '')
    expect([emailsOf(visitor.page)[0], pages()]).toEqual(['user20@example.com', ['Previous 21 to 40 of 41 Next']])
    await visitor.open('/console/users?search=user&offset=900')
    expect(pages()).toEqual(['Previous'])
    await visitor.open(leads()[0] ?? '')
    expect(pages()).toEqual(['Previous 22 to 41 of 41'])
  })
})
