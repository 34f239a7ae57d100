import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { administered, ROOT, signedInAsAdmin } from '../../../../test/support/administered.ts'
import { shouldFind } from '../../../../test/support/search-oracle.ts'
import { PASSWORD, world } from '../../../../test/support/world.ts'

type Here = Awaited<ReturnType<typeof administered>>

async function add({ root }: Here, name: string, email: string): Promise<string> {
  const { status, body } = await root.send('POST', '/admin/users', { name, email })
  expect(status).toBe(201)
  return body.id
}

/** The addresses that a search finds, in the order of the answer. */
async function found({ root }: Pick<Here, 'root'>, search: string, more = ''): Promise<string[]> {
  const { status, body } = await root.get(`/admin/users?search=${encodeURIComponent(search)}${more}`)
  expect([status, body.total], search).toEqual([200, body.users.length])
  return body.users.map(({ email }: { email: string }) => email)
}

const wordsOf = ({ sql }: Pick<Here, 'sql'>, id: string) => sql(`SELECT word FROM account_words WHERE account_id = ?`, [id])

/** Names, and what people type to find them. */
const NAMES: Readonly<Record<string, readonly string[]>> = {
  'José Müller': ['jose', 'José', 'MÜLLER', 'muller', 'müll', 'mu\u0308ller', 'muller jose', '  jos   mü '],
  'An der Straße': ['strasse,', 'STRASSE an', 'straß der', 'STRAẞE.'],
  'AM STRASSENRAND': ['straßen', 'strassenr', 'am straß'],
  'Łukasz Søndergård': ['lukasz', 'sondergard', 'SØNDER'],
  'Αλέξανδρος Παπαδόπουλος': ['αλεξ', 'ΠΑΠΑΔΌ', 'Παπαδοπουλος'],
  'Фёдор Достоевский': ['ФЕДОР', 'дост', 'фёд'],
  山田太郎: ['山', '山田太'],
  김철수: ['김', '김철'],
  'مُحَمَّد علي': ['محمد', 'عل'],
  'שָׁלוֹם עליכם': ['שלום', 'עלי'],
  'Conan O’Brien': ["o'brien", 'brien', 'O’B'],
  'Jean-Luc Picard': ['jean-luc', 'luc', 'jean', 'picard, jean-luc'],
}

describe('GET /admin/users?search=', () => {
  it('finds names as people type them, in every script', async () => {
    const here = await administered()
    for (const [n, name] of Object.keys(NAMES).entries()) await add(here, name, `x${n}@nowhere.test`)
    for (const [n, typed] of Object.values(NAMES).entries())
      for (const search of typed) expect(await found(here, search), search).toEqual([`x${n}@nowhere.test`])
    expect(await found(here, '田')).toEqual([])
  })

  it('finds addresses by a piece of them, from the beginning of a word on', async () => {
    const here = await administered()
    for (const email of ['ada.lovelace@example.org', 'ada@example.org', 'eve@bücher.example.net']) await add(here, 'X', email)
    const expected: Readonly<Record<string, readonly string[]>> = {
      'ada.lov': ['ada.lovelace@example.org'],
      'lovelace@exa': ['ada.lovelace@example.org'],
      'example.org': ['ada.lovelace@example.org', 'ada@example.org'],
      'ada@example.org': ['ada@example.org'],
      'ADA@': ['ada@example.com', 'ada@example.org'],
      org: ['ada.lovelace@example.org', 'ada@example.org'],
      'bücher.exa': ['eve@xn--bcher-kva.example.net'],
      'xn--bcher': ['eve@xn--bcher-kva.example.net'],
      velace: [],
      'example.org ada.l': ['ada.lovelace@example.org'],
      'org com': [],
    }
    for (const [typed, emails] of Object.entries(expected)) expect((await found(here, typed)).sort(), typed).toEqual(emails)
  })

  it('wants every word that was typed, in any order, in the name or the address', async () => {
    const here = await administered()
    await add(here, 'Grace Hopper', 'grace@navy.test')
    await add(here, 'Grace Kelly', 'kelly@monaco.test')
    expect(await found(here, 'hop gra')).toEqual(['grace@navy.test'])
    expect(await found(here, 'monaco grace')).toEqual(['kelly@monaco.test'])
    expect(await found(here, 'grace test', '&orderDirection=asc')).toEqual(['grace@navy.test', 'kelly@monaco.test'])
    expect(await found(here, 'grace grace gr', '&orderDirection=asc')).toEqual(['grace@navy.test', 'kelly@monaco.test'])
    expect(await found(here, 'grace ada')).toEqual([])
  })

  it('finds an account by its id, and only by all of it', async () => {
    const here = await administered()
    expect(await found(here, here.adaId)).toEqual(['ada@example.com'])
    expect(await found(here, ` ${here.adaId.toUpperCase()} `)).toEqual(['ada@example.com'])
    expect(await found(here, here.adaId, '&role=admin')).toEqual([])
    expect(await found(here, here.adaId.slice(0, 35))).toEqual([])
    await add(here, 'X', `${here.rootId}@ids.test`)
    await here.root.send('DELETE', `/admin/users/${here.adaId}`)
    expect(await found(here, here.adaId)).toEqual([])
  })

  it('takes signs for nothing but the ends of words', async () => {
    const here = await administered()
    await add(here, 'Or Da', 'x1@nowhere.test')
    for (const typed of [
      '%',
      '_',
      '\\',
      "'",
      '"',
      "' OR 1=1 --",
      '\0',
      '\u001b[',
      '🎉',
      '\ufffd',
      '?',
      '$9',
      '…',
      '\u200b',
      '%q_',
    ])
      expect(await found(here, typed), typed).toEqual([])
    for (const typed of ['%da', '_da', '\0da', 'or%', '"or" "da"', 'o\0d', '\u001bo', 'd\u200ba', "(Da')"])
      expect(await found(here, typed), typed).toEqual(['x1@nowhere.test'])
  })

  it('answers invalid_input 400 to a text that is longer than any address', async () => {
    const { root } = await administered()
    expect((await root.get(`/admin/users?search=${'é'.repeat(254)}`)).status).toBe(200)
    expect(await root.get(`/admin/users?search=${'é'.repeat(255)}`)).toMatchObject({
      status: 400,
      body: { error: 'invalid_input' },
    })
  })

  it('takes a text of nothing but single letters', async () => {
    const here = await administered()
    await add(here, 'a b c d e f g h i j k l m n o p q r s t u v w x y z', 'letters@nowhere.test')
    const typed = [...'zyxwvutsrqponmlkjihgfedcba'].join(' ')
    expect(await found(here, typed)).toEqual(['letters@nowhere.test'])
    expect(await found(here, `${typed} 1`)).toEqual([])
  })

  it('goes together with the other filters, with order and with pages', async () => {
    const here = await administered()
    const { root, clock } = here
    for (const name of ['b', 'c', 'd']) {
      clock.advance(1000)
      await add(here, 'Zoë', `${name}@nowhere.test`)
    }
    await root.send('PATCH', `/admin/users/${(await root.get('/admin/users?email=b@nowhere.test')).body.users[0].id}/ban`)
    expect(await found(here, 'zoe')).toEqual(['d@nowhere.test', 'c@nowhere.test', 'b@nowhere.test'])
    expect(await found(here, 'zoe', '&orderDirection=asc')).toEqual(['b@nowhere.test', 'c@nowhere.test', 'd@nowhere.test'])
    expect(await found(here, 'zoe', '&orderBy=updated_at')).toEqual(['d@nowhere.test', 'b@nowhere.test', 'c@nowhere.test'])
    expect(await found(here, 'zoe', '&banned=true')).toEqual(['b@nowhere.test'])
    expect(await found(here, 'zoe', '&banned=false&role=user')).toEqual(['d@nowhere.test', 'c@nowhere.test'])
    expect(await found(here, 'zoe', '&role=admin')).toEqual([])
    expect(await found(here, 'ada', '&role=admin')).toEqual([ROOT])
    expect(await found(here, 'zoe', '&email=c@nowhere.test')).toEqual(['c@nowhere.test'])
    const second = (await root.get('/admin/users?search=zoe&limit=1&offset=1')).body
    expect(second).toMatchObject({ total: 3, limit: 1, offset: 1, users: [{ email: 'c@nowhere.test' }] })
    expect((await root.get('/admin/users?search=zoe&offset=9')).body).toMatchObject({ total: 3, users: [] })
  })

  it('knows a new name at once, and the old one no longer', async () => {
    const here = await administered()
    await here.ada.send('PUT', '/auth/name', { name: 'Grace Hopper' })
    expect(await found(here, 'hopper')).toEqual(['ada@example.com'])
    expect(await found(here, 'grace ada')).toEqual(['ada@example.com'])
    await here.ada.send('PUT', '/auth/name', { name: 'Augusta' })
    expect(await found(here, 'hopper')).toEqual([])
    expect(await found(here, 'augusta')).toEqual(['ada@example.com'])
  })

  it('has the words of one name when several are given at once', async () => {
    const here = await administered()
    const names = Array.from({ length: 12 }, (_, index) => `Name${index} Same`)
    await Promise.all(names.map((name) => here.ada.send('PUT', '/auth/name', { name })))
    const { name } = (await here.ada.get('/auth/me')).body
    for (const one of names) expect(await found(here, `${one.split(' ')[0]},`)).toEqual(one === name ? ['ada@example.com'] : [])
  })

  it('keeps no word of an account that was deleted', async () => {
    const here = await administered()
    expect(await wordsOf(here, here.adaId)).not.toEqual([])
    await here.ada.send('DELETE', '/auth/account', { password: PASSWORD })
    expect(await wordsOf(here, here.adaId)).toEqual([])
    const id = await add(here, 'Once More', 'ada@example.com')
    await here.root.send('DELETE', `/admin/users/${id}`)
    expect(await found(here, 'once')).toEqual([])
    expect(await wordsOf(here, id)).toEqual([])
  })

  it('costs a registration one statement', async () => {
    const { browser, statements } = await world()
    const letters = [...'abcdefghijklmnopqrstuvwxyz'].join(' ')
    await browser().post('/auth/register', { email: 'a.b.c.d.e.f@g.h.i.j.k.example.com', password: PASSWORD, name: letters })
    expect(statements().filter((text) => text.startsWith('INSERT INTO account_words'))).toHaveLength(1)
  })

  it('agrees with a plain reading of what it promises, for any names and any text', async () => {
    const here = await world({ withMail: true })
    const root = await signedInAsAdmin(here, ROOT)
    const words = [
      'Ada',
      'adán',
      'ÁD',
      'straße',
      'Strasse',
      "O'Brien",
      'Jean-Luc',
      '(Bob)',
      '山田',
      'Мария',
      'c++',
      '12',
      '1',
      '🎉',
      'a.b@c',
    ]
    const name = fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 4 }).map((some) => some.join(' '))
    const signs = fc.constantFrom(' ', ' ', '.', '@', '-', "'", ',', '%')
    const piece = fc.constantFrom(...words, 'a', 'ad', 'STR', 'o', 'luc', 'x', 'host', 'com', 'x1', 'x2.y', '山', 'мар')
    const typed = fc.array(fc.tuple(piece, signs), { minLength: 1, maxLength: 3 }).map((some) => some.flat().join(''))
    const people = fc
      .sample(name, { numRuns: 25, seed: 7 })
      .map((one, n) => ({ name: one, email: `x${n}.y${n % 3}@host${n % 2}.com` }))
    for (const person of people) expect((await root.send('POST', '/admin/users', person)).status, person.name).toBe(201)
    people.push({ name: 'Ada', email: ROOT })

    await fc.assert(
      fc.asyncProperty(typed, fc.boolean(), async (text, isCut) => {
        const search = isCut ? text.slice(0, -1) : text
        const emails = people.filter((person) => shouldFind(search, person)).map(({ email }) => email)
        const expected = search.trim() === '' ? people.length : emails.length
        const { body } = await root.get(`/admin/users?limit=100&search=${encodeURIComponent(search)}`)
        expect(body.total).toBe(expected)
        if (search.trim() !== '') expect(body.users.map(({ email }: { email: string }) => email).sort()).toEqual(emails.sort())
      }),
      { numRuns: 100 },
    )
  })
})
