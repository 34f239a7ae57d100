import { isIPv4, isIPv6 } from 'node:net'

/**
 * Where a translator or a tunnel keeps the IPv4 address of a client: by the first groups, the group at which it stands, and
 * whether its bits are turned. No client can pick what stands there and still be answered; of the rest of an address it may pick
 * anything, and one that only looks like IPv4 there stays what it is. Behind a translator all of IPv4 would be one /64.
 */
const EMBEDDED: readonly { readonly prefix: readonly number[]; readonly at: number; readonly isTurned?: true }[] = [
  { prefix: [0, 0, 0, 0, 0, 0xffff], at: 6 }, // IPv4-mapped (RFC 4291)
  { prefix: [0, 0, 0, 0, 0xffff, 0], at: 6 }, // IPv4-translated (RFC 7915)
  { prefix: [0x64, 0xff9b, 0, 0, 0, 0], at: 6 }, // NAT64 (RFC 6052)
  { prefix: [0x64, 0xff9b, 1], at: 6 }, // NAT64 of one's own (RFC 8215), in its usual form of a /96
  { prefix: [0x2002], at: 1 }, // 6to4 (RFC 3056)
  { prefix: [0x2001, 0], at: 6, isTurned: true }, // Teredo (RFC 4380)
]

/**
 * The networks that stand for one client, the narrowest first: an IPv4 address itself, also one inside of an IPv6 address; of any
 * other IPv6 address its /64, because a client that has one address there has all of them, and the /56 and the /48 that a
 * household or a site is given.
 */
export function networksOf(ip: string): readonly [own: string, ...wider: string[]] {
  const address = ip.replace(/%.*$/, '')
  if (!isIPv6(address)) return [ip]
  const groups = groupsOf(address)
  const inside = ipv4In(groups)
  if (inside !== undefined) return [inside]
  return [network(groups, 64, 0xffff), network(groups, 56, 0xff00), network(groups, 48, 0)]
}

function ipv4In(groups: readonly number[]): string | undefined {
  const form = EMBEDDED.find(({ prefix }) => prefix.every((group, at) => groups[at] === group)) ?? compatible(groups)
  return (
    form &&
    groups
      .slice(form.at, form.at + 2)
      .map((group) => (form.isTurned ? group ^ 0xffff : group))
      .flatMap((group) => [group >> 8, group & 0xff])
      .join('.')
  )
}

/** IPv4-compatible (RFC 4291): nought but the address. No host has one that begins with nought: `::1` is this machine. */
const compatible = (groups: readonly number[]): (typeof EMBEDDED)[number] | undefined =>
  groups.slice(0, 6).every((group) => group === 0) && groups[6] !== 0 ? { prefix: [], at: 6 } : undefined

/** The widest of them: all that one customer of a provider may have. */
export const siteOf = (ip: string): string => networksOf(ip).at(-1) ?? ip

/** As much of a stranger's address as others may be shown, `203.0.113.0/24` or `2001:db8:1::/48`; empty where there is none. */
export function shownNetworkOf(ip: string): string {
  const site = siteOf(ip)
  if (isIPv4(site)) return site.replace(/\.\d+$/, '.0/24')
  return site.endsWith('/48') ? site.replace(/(?:(?:^|:)0)+::\/48$/, '::/48') : ''
}

/** The mask is for the fourth group, the last of which something is left. */
const network = ([a = 0, b = 0, c = 0, d = 0]: readonly number[], bits: number, mask: number): string =>
  `${[a, b, c, d & mask].map((group) => group.toString(16)).join(':')}::/${bits}`

function groupsOf(address: string): number[] {
  // The parser of addresses writes the last 32 bits as two groups, however they were written.
  const [head = '', tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::')
  const read = (text: string) => (text === '' ? [] : text.split(':').map((group) => Number.parseInt(group, 16)))
  const [before, after] = [read(head), read(tail ?? '')]
  return [...before, ...new Array<number>(8 - before.length - after.length).fill(0), ...after]
}
