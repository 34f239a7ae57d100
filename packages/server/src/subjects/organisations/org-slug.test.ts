import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { pagePaths } from '../../gate/page-paths.ts'
import { numberedSlug, slugOf, slugRefusal, typedSlug } from './org-slug.ts'

describe('slugRefusal', () => {
  it.each(['ab', 'acme', 'a-b', '0a', `a${'b'.repeat(62)}`])('takes %s', (slug) => {
    expect(slugRefusal(slug)).toBeUndefined()
  })

  it.each(['', 'a', '-a', 'a-', 'a--b', 'a_b', 'Acme', 'ä', 'a b', `a${'b'.repeat(63)}`, '01890000-0000-7000-8000-000000000000'])(
    'refuses %j',
    (slug) => {
      expect(slugRefusal(slug)).toBe('invalid_slug')
    },
  )

  it.each(['admin', 'admins', 'superuser', 'wheel', 'api', 'www', 'support', 'security', 'auth', 'console', 'account', 'orgs'])(
    'keeps %s for the operator',
    (slug) => {
      expect(slugRefusal(slug)).toBe('org_slug_reserved')
    },
  )
})

it.each(Object.values(pagePaths))('keeps the words of %s', (path) => {
  const words = path.split('/').filter((word) => slugRefusal(word) !== 'invalid_slug')
  expect(words.map((word) => slugRefusal(word))).toEqual(words.map(() => 'org_slug_reserved'))
})

describe('typedSlug', () => {
  it.each([
    [' Acme ', 'acme'],
    ['', undefined],
    ['  ', undefined],
    [undefined, undefined],
  ])('reads %j as %j', (typed, slug) => {
    expect(typedSlug(typed)).toBe(slug)
  })
})

describe('slugOf', () => {
  it.each([
    ['Acme & Söhne', 'acme-sohne'],
    ['  Ünïcode  ', 'unicode'],
    ['A.B.C.', 'a-b-c'],
  ])('makes of %j %j', (name, slug) => {
    expect(slugOf(name)).toBe(slug)
  })

  it.each(['!!!', '日本', 'x', 'Admin', '01890000-0000-7000-8000-000000000000'])('makes one at random of %j', (name) => {
    expect(slugOf(name)).toMatch(/^org-[0-9a-f]{10}$/)
  })

  it('always makes one that can be kept, however often it is numbered', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 120 }), fc.integer({ min: 1, max: 99_999 }), (name, number) => {
        expect(slugRefusal(numberedSlug(slugOf(name), number)) ?? 'org_slug_reserved').toBe('org_slug_reserved')
        expect(slugRefusal(slugOf(name))).toBeUndefined()
      }),
    )
  })
})
