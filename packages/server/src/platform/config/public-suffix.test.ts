import { describe, expect, it } from 'vitest'
import { isPublicSuffix } from './public-suffix.ts'

describe('a public suffix', () => {
  it.each(['com', 'co.uk', 'github.io', 'vercel.app', 'foo.ck', 'xn--p1ai', 'localhost'])('is %s', (domain) => {
    expect(isPublicSuffix(domain)).toBe(true)
  })

  it.each(['example.com', 'example.co.uk', 'acme.github.io', 'www.ck', 'a.foo.ck', 'example.internal'])('is not %s', (domain) => {
    expect(isPublicSuffix(domain)).toBe(false)
  })
})
