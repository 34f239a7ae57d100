import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { canonicalEmail } from './email-address.ts'

const label = (length: number) => 'd'.repeat(length)
/** A domain of exactly so many characters, in labels of at most 63. */
const domain = (length: number): string => {
  const labels: string[] = []
  for (let left = length - 4; left > 0; left -= 64) labels.push(label(Math.min(left, 63)))
  return `${labels.join('.')}.com`
}

describe('canonicalEmail', () => {
  it.each([
    ['ada@example.com', 'ada@example.com'],
    ['  Ada@EXAMPLE.Com\t\r\n', 'ada@example.com'],
    ['a@b.co', 'a@b.co'],
    ['ada.lovelace+tag@mail.example.com', 'ada.lovelace+tag@mail.example.com'],
    ["!#$%&'*+/=?^_`{|}~-@example.com", "!#$%&'*+/=?^_`{|}~-@example.com"],
    ['a=?b@example.com', 'a=?b@example.com'],
    ['o’brien@example.com'.replace('’', "'"), "o'brien@example.com"],
    ['user%example.org@example.com', 'user%example.org@example.com'],
    ['1234@example.com', '1234@example.com'],
    ['ada@1und1.example', 'ada@1und1.example'],
    ['ada@123.example', 'ada@123.example'],
    ['ada@a-b--c.example', 'ada@a-b--c.example'],
    ['ada@bücher.example', 'ada@xn--bcher-kva.example'],
    ['ada@BÜCHER.example', 'ada@xn--bcher-kva.example'],
    ['ada@bu\u0308cher.example', 'ada@xn--bcher-kva.example'],
    ['ada@xn--bcher-kva.example', 'ada@xn--bcher-kva.example'],
    ['ada@XN--BCHER-KVA.example', 'ada@xn--bcher-kva.example'],
    ['ada@straße.example', 'ada@xn--strae-oqa.example'],
    ['ada@例え.テスト', 'ada@xn--r8jz45g.xn--zckzah'],
    ['ada@example。com', 'ada@example.com'],
    ['ada@ｅｘａｍｐｌｅ.com', 'ada@example.com'],
  ])('takes %j as %j', (typed, stored) => {
    expect(canonicalEmail(typed)).toBe(stored)
  })

  it.each([
    ['nothing', ''],
    ['blank', '   '],
    ['no @', 'ada.example.com'],
    ['only @', '@'],
    ['no local part', '@example.com'],
    ['no domain', 'ada@'],
    ['two @', 'ada@evil@example.com'],
    ['two @ in a row', 'ada@@example.com'],
    ['a list', 'ada@example.com,eve@evil.example'],
    ['a list with a space', 'ada@example.com, eve@evil.example'],
    ['a list with a semicolon', 'ada@example.com;eve@evil.example'],
    ['a list with a space only', 'ada@example.com eve@evil.example'],
    ['a comma in the domain', 'ada@example,com.example'],
    ['a semicolon in the domain', 'ada@example;com.example'],
    ['a display name', 'Ada <ada@example.com>'],
    ['angle brackets', '<ada@example.com>'],
    ['a comment before', '(x)ada@example.com'],
    ['a comment in the local part', 'ada(x)@example.com'],
    ['a comment in the domain', 'ada@(x)example.com'],
    ['a comment behind', 'ada@example.com(x)'],
    ['a quoted local part', '"ada"@example.com'],
    ['an encoded word', '=?utf-8?q?ada=40evil.example=3e=00?=@example.com'],
    ['an encoded word in the middle', 'a=?iso-8859-1?b?YWRh?=b@example.com'],
    ['what a lenient reader takes for an encoded word', 'x=?y?=z@example.com'],
    ['a quoted list', '"ada@example.com,eve"@evil.example'],
    ['a quote in the domain', 'ada@exa"mple.com'],
    ['a backslash', 'ada\\@example.com'],
    ['a backslash in the domain', 'ada@example.com\\evil.example'],
    ['a space in the local part', 'a da@example.com'],
    ['a space in the domain', 'ada@exa mple.com'],
    ['a space before the @', 'ada @example.com'],
    ['a space behind the @', 'ada@ example.com'],
    ['a line end inside', 'ada@example.com\r\nBcc: eve@evil.example'],
    ['a line end in the local part', 'a\nda@example.com'],
    ['a tab in the domain', 'ada@exam\tple.com'],
    ['a line end in the domain', 'ada@exam\nple.com'],
    ['a NUL', 'ada\0@example.com'],
    ['a NUL in the domain', 'ada@example.com\0.evil.example'],
    ['a DEL', 'ada\x7f@example.com'],
    ['an IPv4 literal', 'ada@[127.0.0.1]'],
    ['an IPv6 literal', 'ada@[IPv6:::1]'],
    ['an IPv4 address', 'ada@127.0.0.1'],
    ['a short IPv4 address', 'ada@127.1'],
    ['a hexadecimal IPv4 address', 'ada@0x7f.0.0.0x1'],
    ['an IPv4 address in wide digits', 'ada@１２７.0.0.1'],
    ['a port', 'ada@example.com:25'],
    ['a path', 'ada@example.com/x'],
    ['a query', 'ada@example.com?x'],
    ['a fragment', 'ada@example.com#x'],
    ['an escaped @ in the domain', 'ada@evil%40example.com'],
    ['an escaped dot in the domain', 'ada@example%2ecom.example'],
    ['an escaped letter in the domain', 'ada@ex%61mple.com'],
    ['a wide percent sign in the domain', 'ada@ex％61mple.com'],
    ['a wide @', 'ada＠example.com'],
    ['a wide @ in the domain', 'ada@evil＠example.com'],
    ['a character that folds to a slash', 'ada@example.com℀evil.example'],
    ['a single label', 'ada@localhost'],
    ['a trailing dot', 'ada@example.com.'],
    ['a single label and a dot', 'ada@localhost.'],
    ['a leading dot in the domain', 'ada@.example.com'],
    ['two dots in the domain', 'ada@example..com'],
    ['a leading dot', '.ada@example.com'],
    ['a dot before the @', 'ada.@example.com'],
    ['two dots', 'ada..l@example.com'],
    ['only a dot', '.@example.com'],
    ['a leading dash in a label', 'ada@-example.com'],
    ['a trailing dash in a label', 'ada@example-.com'],
    ['an underscore in the domain', 'ada@ex_ample.com'],
    ['a numeric top level', 'ada@example.123'],
    ['a hexadecimal top level', 'ada@example.0x7b'],
    ['a star', 'ada@*.example.com'],
    ['a label of 64', `ada@${label(64)}.com`],
    ['letters beyond ASCII in the local part', 'adä@example.com'],
    ['a letter that folds to ASCII in small', '\u212aen@example.com'], // the Kelvin sign becomes k
    ['a letter that folds to ASCII in capitals', 'jo\u017fe@example.com'], // the long s becomes S
    ['a dotless i', 'm\u0131ke@example.com'],
    ['wide letters in the local part', 'ａda@example.com'],
    ['Cyrillic that looks like ASCII', '\u0430da@example.com'],
    ['a zero-width space in the local part', 'a\u200bda@example.com'],
    ['a zero-width space in the domain', 'ada@exam\u200bple.com'],
    ['a soft hyphen in the domain', 'ada@exam\u00adple.com'],
    ['a text direction mark', 'ada@\u202eexample.com'],
    ['half a character', 'ada\ud800@example.com'],
    ['half a character in the domain', 'ada@exam\ud800ple.com'],
    ['a scheme', 'mailto:ada@example.com'],
  ])('refuses %s', (_, typed) => {
    expect(canonicalEmail(typed)).toBeUndefined()
  })

  it('bounds the local part at 64 characters', () => {
    expect(canonicalEmail(`${'a'.repeat(64)}@example.com`)).toBeDefined()
    expect(canonicalEmail(`${'a'.repeat(65)}@example.com`)).toBeUndefined()
  })

  it('bounds a label at 63 characters', () => {
    expect(canonicalEmail(`ada@${label(63)}.com`)).toBeDefined()
  })

  it('bounds the address at 254 characters', () => {
    expect(canonicalEmail(`a@${domain(252)}`)).toHaveLength(254)
    expect(canonicalEmail(`a@${domain(253)}`)).toBeUndefined()
  })

  it('counts the stored form of an international domain', () => {
    const typed = `@${Array.from({ length: 5 }, () => 'ü'.repeat(35)).join('.')}.example`
    expect(`${'a'.repeat(40)}${typed}`.length).toBeLessThan(254)
    expect(canonicalEmail(`${'a'.repeat(36)}${typed}`)).toHaveLength(254)
    expect(canonicalEmail(`${'a'.repeat(37)}${typed}`)).toBeUndefined()
  })

  it('answers a very long text at once', () => {
    expect(canonicalEmail(`${'a.'.repeat(500_000)}@example.com`)).toBeUndefined()
    expect(canonicalEmail(`a@${'a.'.repeat(500_000)}com`)).toBeUndefined()
  })

  it('has one form only: taking a stored address again changes nothing', () => {
    const anything = fc.string({ unit: 'binary' })
    const odd = fc.tuple(fc.stringMatching(/^[A-Za-z0-9.+-]{1,8}$/), anything, anything).map(([l, a, b]) => `${l}@${a}.${b}`)
    fc.assert(
      fc.property(fc.oneof(fc.emailAddress(), odd, anything), (typed) => {
        const stored = canonicalEmail(typed)
        if (stored === undefined) return
        expect(canonicalEmail(stored)).toBe(stored)
        expect(stored).toMatch(/^[\x21-\x7e]{1,64}@[a-z0-9.-]+$/)
        expect(canonicalEmail(` ${stored.toUpperCase()} `)).toBe(stored)
      }),
      { numRuns: 500 },
    )
  })
})
