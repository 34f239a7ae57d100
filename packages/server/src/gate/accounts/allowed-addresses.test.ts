import { describe, expect, it } from 'vitest'
import { load } from '../../../test/support/loaded-config.ts'
import { canonicalEmail } from '../../platform/kernel/email-address.ts'
import { allowedAddresses } from './allowed-addresses.ts'

const has = (env: Record<string, string>, email: string): boolean =>
  allowedAddresses(load({ env }).registration).has(canonicalEmail(email) ?? '')

describe('addresses that may have an account', () => {
  it.each(['', ' , '])('are all where the allow list is %j', (list) => {
    expect(has({}, 'ada@example.com')).toBe(true)
    expect(has({ REGISTRATION_DOMAINS: list }, 'ada@example.com')).toBe(true)
  })

  it.each([
    ['example.com', 'ada@example.com'],
    ['example.com', 'ada@EXAMPLE.com'],
    ['EXAMPLE.Com', 'ada@example.com'],
    ['example.com', 'ada@mail.example.com'],
    ['example.com', 'ada@a.b.c.example.com'],
    ['other.example, example.co.uk', 'ada@mail.example.co.uk'],
    ['bücher.example', 'ada@xn--bcher-kva.example'],
    ['xn--bcher-kva.example', 'ada@Bücher.example'],
    ['XN--BCHER-KVA.example', 'ada@post.bücher。example'],
    ['acme.github.io', 'ada@acme.github.io'],
    ['co.uk', 'ada@co.uk'],
  ])('are with %s in a list: %s', (list, email) => {
    expect(has({ REGISTRATION_DOMAINS: list }, email)).toBe(true)
    expect(has({ REGISTRATION_BLOCKED_DOMAINS: list }, email)).toBe(false)
  })

  it.each([
    ['example.com', 'ada@notexample.com'],
    ['example.com', 'ada@example.com.evil.net'],
    ['example.com', 'ada@example.co'],
    ['example.com', 'example.com@evil.net'],
    ['example.com', 'ada@example-com.net'],
    ['mail.example.com', 'ada@example.com'],
    ['mail.example.com', 'ada@othermail.example.com'],
    ['co.uk', 'ada@example.co.uk'],
    ['com', 'ada@example.com'],
    ['github.io', 'ada@acme.github.io'],
    ['kawasaki.jp', 'ada@city.kawasaki.jp'],
    ['bücher.example', 'ada@bucher.example'],
  ])('are not with %s in a list: %s', (list, email) => {
    expect(has({ REGISTRATION_DOMAINS: list }, email)).toBe(false)
    expect(has({ REGISTRATION_BLOCKED_DOMAINS: list }, email)).toBe(true)
  })

  it('are those of the allow list, whatever else is blocked', () => {
    const lists = { REGISTRATION_DOMAINS: 'example.com', REGISTRATION_BLOCKED_DOMAINS: 'example.com,mail.example.com' }
    expect(has(lists, 'ada@example.com')).toBe(true)
    expect(has(lists, 'ada@mail.example.com')).toBe(true)
    expect(has(lists, 'ada@other.net')).toBe(false)
  })
})
