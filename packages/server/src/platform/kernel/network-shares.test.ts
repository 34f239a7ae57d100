import { describe, expect, it } from 'vitest'
import { NetworkShares } from './network-shares.ts'

/** How many of these addresses, one after the other, find a place. */
const admitted = (shares: NetworkShares, addresses: readonly string[]): number =>
  addresses.filter((address) => shares.take(address) !== undefined).length

const times = (count: number, addressOf: (at: number) => string) => Array.from({ length: count }, (_, at) => addressOf(at))

describe('the share of one network', () => {
  it.each([
    ['an IPv4 address', () => '203.0.113.7', 1000],
    ['the same in an IPv6 address', () => '::ffff:203.0.113.7', 1000],
    ['a /64, however many addresses it uses', (at: number) => `2001:db8:1:100::${at.toString(16)}`, 1000],
    ['a /56, however many /64 it uses', (at: number) => `2001:db8:1:1${(at % 256).toString(16).padStart(2, '0')}::1`, 1500],
    ['a /48, however many /56 it uses', (at: number) => `2001:db8:1:${(at % 65536).toString(16)}::1`, 2000],
  ])('is a part of all: %s', (_, addressOf, most) => {
    const shares = new NetworkShares(4000)
    expect(admitted(shares, times(4000, addressOf))).toBe(most)
    expect(
      admitted(
        shares,
        times(2000, (at) => `198.51.${at >> 8}.${at & 255}`),
      ),
    ).toBe(2000)
  })

  it('is free again when it was given back', () => {
    const shares = new NetworkShares(40)
    const places = times(20, () => '::1').map((address) => shares.take(address))
    expect(places.filter(Boolean)).toHaveLength(10)
    places[3]?.()
    expect(admitted(shares, ['::1', '::1'])).toBe(1)
  })

  it('has room for one browser, however few there may be', () => {
    expect(
      admitted(
        new NetworkShares(2),
        times(10, () => '203.0.113.7'),
      ),
    ).toBe(8)
  })
})
