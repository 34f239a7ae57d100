import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { beginningsOf, wordsOf } from './search-words.ts'

const words = (name: string, email = '') => wordsOf({ name, email })

const FORMS = ['NFC', 'NFD', 'NFKC'] as const

/** Whether somebody of this name or address would be found. */
const finds = (typed: string, name: string, email = ''): boolean => {
  const beginnings = beginningsOf(typed)
  return beginnings.length > 0 && beginnings.every((one) => words(name, email).some((word) => word.startsWith(one)))
}

describe('wordsOf', () => {
  it('has every word of a name, and every word of an address with the rest of it', () => {
    expect(words('Ada King', 'ada.lovelace@example.com')).toEqual([
      'ada lovelace@example com ',
      'com ',
      'example com ',
      'king ',
      'lovelace@example com ',
    ])
  })

  it('has no word twice, and none that is the beginning of another', () => {
    expect(words('Ada ada ADA', 'ada@ada.com')).toEqual(['ada com ', 'ada@ada com ', 'com '])
  })

  it('has nothing for a name without a letter or a digit', () => {
    expect(words('🎉 —')).toEqual([])
  })

  it.each([
    ['many words', Array.from({ length: 100 }, (_, index) => index).join(' ')],
    ['a long word', 'x'.repeat(200)],
    ['characters that stand for whole sentences', 'ﷺ'.repeat(200)],
    ['characters of two halves', '𝔘'.repeat(200)],
    ['marks without end', `a${'\u0301\u0316'.repeat(5000)}`],
    ['a text that is longer than any name', 'word '.repeat(100_000)],
  ])('is bounded for %s', (_, name) => {
    const all = words(name, `${'a.'.repeat(31)}a@${'b.'.repeat(90)}com`)
    expect(all.length).toBeLessThanOrEqual(60)
    expect(all.every((word) => [...word].length <= 100 && word.isWellFormed())).toBe(true)
  })
})

describe('beginningsOf', () => {
  it.each([
    ['', []],
    [' \t\u3000', []],
    ['% _ "\' -- \0 \ud800 🎉', []],
    ['ada', ['ada']],
    ['  Ada\u0000LOVELACE ', ['ada', 'lovelace']],
    ['a ada ad b', ['ada', 'b']],
    ['ada_lov', ['ada lov']],
    ['"ada"', ['ada ']],
    ['lovelace, ada', ['ada', 'lovelace ']],
    ['\ud800ada\udc00lov', ['ada lov']],
    ['ada@', ['ada@']],
    ['＠example．com', ['example com']],
    [`${'x'.repeat(150)}`, ['x'.repeat(100)]],
  ])('reads %j as %j', (typed, beginnings) => {
    expect(beginningsOf(typed)).toEqual(beginnings)
  })
})

describe('a search', () => {
  it.each([
    ['jose', 'José Müller'],
    ['muller', 'José Müller'],
    ['MÜLLER', 'José Müller'],
    ['mu\u0308ll jos', 'José Müller'],
    ['STRASSE', 'Anna Straße'],
    ['straße', 'ANNA STRASSE'],
    ['STRAẞE', 'Anna Strasse'],
    ['lukasz', 'Łukasz Żak'],
    ['soren', 'Søren Ærø'],
    ['aero', 'Søren Ærø'],
    ['istanbul', 'İSTANBUL'],
    ['ısparta', 'Isparta'],
    ['οδυσσευς', 'Οδυσσεύς'],
    ['ΟΔΥΣΣΕΎΣ', 'Οδυσσεύς Λ'],
    ['ΟΔΥΣ', 'Οδυσσεύς'],
    ['ЕЛЕНА', 'Елена Ёлкина'],
    ['елк', 'Елена Ёлкина'],
    ['山田', '山田太郎'],
    ['太', '山田 太郎'],
    ['スミス', 'ジョン・スミス'],
    ['ｼﾞｮﾝ', 'ジョン・スミス'],
    ['김', '김철수'],
    ['محمد', 'مُحَمَّد علي'],
    ['שלום', 'שָׁלוֹם'],
    ['می‌خواهم', 'میخواهم'],
    ["o'br", 'Conan O’Brien'],
    ['brien', 'Conan O’Brien'],
    ['jean-l', 'Jean‐Luc Picard'],
    ['fi', 'ﬁona'],
    ['１２', 'Agent 12'],
    ['ad\u00ada', 'Ada'],
  ])('for %s finds %s', (typed, name) => {
    expect(finds(typed, name)).toBe(true)
  })

  it.each([
    ['田', '山田太郎'],
    ['ose', 'José'],
    ['ada x', 'Ada Lovelace'],
    ['lovelace-ada', 'Ada Lovelace'],
    ['ada.', 'Adam'],
    ['%', 'Ada'],
  ])('for %s does not find %s', (typed, name) => {
    expect(finds(typed, name)).toBe(false)
  })

  it.each([
    'ada.lov',
    'lovelace@exa',
    'example.com',
    'com',
    'ADA_LOVELACE',
    '@example',
    'ada.',
    'lovelace@',
    'com lovel',
    'ada.lovelace@example.com',
  ])('for %s finds an address', (typed) => {
    expect(finds(typed, 'X', 'ada.lovelace@example.com')).toBe(true)
  })

  it.each(['ada@', 'da.lovelace', 'lovelace.example', 'ada@example.com', 'ada.lovelace@example.com.au'])(
    'for %s does not find an address that has it in no place',
    (typed) => {
      expect(finds(typed, 'X', 'ada.lovelace@example.com')).toBe(false)
    },
  )

  it('finds a domain in the script that it is typed in, and in the one that it is stored in', () => {
    for (const typed of ['müller.de', 'ada@muller', 'xn--mller-kva.de', 'ada@xn--mll'])
      expect(finds(typed, 'X', 'ada@xn--mller-kva.de'), typed).toBe(true)
  })

  it('is the same for every character in either case, composed or not', () => {
    const fold = (text: string) => String(words(`a${text}a`))
    // A small iota below a letter stands beside it in capitals: two ways to spell it, for scholars.
    const isIota = (text: string) => text.normalize('NFD').includes('\u0345')
    // No character beyond the second plane has another form.
    for (let code = 0; code <= 0x2ffff; code++) {
      const text = String.fromCodePoint(code)
      const others = new Set([text.toLowerCase(), text.toUpperCase(), ...FORMS.map((form) => text.normalize(form))])
      others.delete(text)
      if (others.size === 0 || !/[\p{L}\p{N}\p{M}]/u.test(text) || isIota(text)) continue
      for (const other of others) if (fold(other) !== fold(text)) expect.fail(`${text} is not ${other}`)
    }
  })

  it('finds every name by the beginning of each of its words', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 30 }), (name) => {
        const starts = words(name).flatMap((word) => [...word].map((_, end) => [...word].slice(0, end + 1).join('')))
        expect(starts.filter((typed) => !finds(typed, name))).toEqual([])
      }),
    )
  })
})
