import { isIPv4, isIPv6 } from 'node:net'

/** Where translators and tunnels put the IPv4 address of a client, who cannot choose it. Teredo inverts the bits. */
const EMBEDDED: readonly { readonly prefix: readonly number[]; readonly at: number; readonly isTurned?: true }[] = [
  { prefix: [0, 0, 0, 0, 0, 0xffff], at: 6 }, // IPv4-mapped (RFC 4291)
  { prefix: [0, 0, 0, 0, 0xffff, 0], at: 6 }, // IPv4-translated (RFC 7915)
  { prefix: [0x64, 0xff9b, 0, 0, 0, 0], at: 6 }, // NAT64 (RFC 6052)
  { prefix: [0x64, 0xff9b, 1], at: 6 }, // NAT64 of one's own (RFC 8215), in its usual form of a /96
  { prefix: [0x2002], at: 1 }, // 6to4 (RFC 3056)
  { prefix: [0x2001, 0], at: 6, isTurned: true }, // Teredo (RFC 4380)
]

/**
 * The narrowest first. IPv4, also inside of IPv6, stands for itself; of other IPv6 a client has a whole /64, a household a /56,
 * and a site a /48.
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
  if (!form) return undefined
  const plain = groups.slice(form.at, form.at + 2).map((group) => (form.isTurned ? group ^ 0xffff : group))
  return plain.flatMap((group) => [group >> 8, group & 0xff]).join('.')
}

/** IPv4-compatible (RFC 4291): zeros and the address. No host has one that begins with zero: `::1` is this machine. */
const compatible = (groups: readonly number[]): (typeof EMBEDDED)[number] | undefined =>
  groups.slice(0, 6).every((group) => group === 0) && groups[6] !== 0 ? { prefix: [], at: 6 } : undefined

/** The widest network: all addresses that one customer of a provider may have. */
export const siteOf = (ip: string): string => networksOf(ip).at(-1) ?? ip

/** As much of an address as other people may see: `203.0.113.0/24`, `2001:db8:1::/48`, or nothing. */
export function shownNetworkOf(ip: string): string {
  const site = siteOf(ip)
  if (isIPv4(site)) return site.replace(/\.\d+$/, '.0/24')
  return site.endsWith('/48') ? site.replace(/(?:(?:^|:)0)+::\/48$/, '::/48') : ''
}

/** The mask applies to the fourth group, the last that is not cleared. */
const network = ([a = 0, b = 0, c = 0, d = 0]: readonly number[], bits: number, mask: number): string =>
  `${[a, b, c, d & mask].map((group) => group.toString(16)).join(':')}::/${bits}`

function groupsOf(address: string): number[] {
  // The URL parser writes the last 32 bits as two groups, however they were written.
  const [head = '', tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::')
  const read = (text: string) => (text === '' ? [] : text.split(':').map((group) => Number.parseInt(group, 16)))
  const [before, after] = [read(head), read(tail ?? '')]
  return [...before, ...new Array<number>(8 - before.length - after.length).fill(0), ...after]
}
