import { describe, expect, it } from 'vitest'
import { isPublicSuffix, namesOfOwner } from './public-suffix.ts'

describe('a public suffix', () => {
  it.each(['com', 'co.uk', 'github.io', 'vercel.app', 'foo.ck', 'xn--p1ai', 'localhost'])('is %s', (domain) => {
    expect(isPublicSuffix(domain)).toBe(true)
  })

  it.each(['example.com', 'example.co.uk', 'acme.github.io', 'www.ck', 'a.foo.ck', 'example.internal'])('is not %s', (domain) => {
    expect(isPublicSuffix(domain)).toBe(false)
  })
})

describe('names of one owner', () => {
  it.each([
    ['a.b.example.com', ['a.b.example.com', 'b.example.com', 'example.com']],
    ['a.example.co.uk', ['a.example.co.uk', 'example.co.uk']],
    ['a.acme.github.io', ['a.acme.github.io', 'acme.github.io']],
    ['co.uk', ['co.uk']],
    ['a.b.foo.ck', ['a.b.foo.ck', 'b.foo.ck']],
    ['a.www.ck', ['a.www.ck', 'www.ck']],
    ['a.city.kawasaki.jp', ['a.city.kawasaki.jp', 'city.kawasaki.jp']],
    ['mail.example.internal', ['mail.example.internal', 'example.internal']],
  ])('of %s are those down to the registrable one', (domain, names) => {
    expect([...namesOfOwner(domain)]).toEqual(names)
  })
})
