import { isIPv4, isIPv6 } from 'node:net'

/**
 * The networks that stand for one client, the narrowest first: an IPv4 address itself; of an IPv6 address its /64, because
 * a client that has one address there has all of them, and the /56 and the /48 that a household or a site is given.
 */
export function networksOf(ip: string): readonly [own: string, ...wider: string[]] {
  const address = ip.replace(/%.*$/, '')
  if (!isIPv6(address)) return [ip]
  const groups = groupsOf(address)
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff
  if (isMapped) return [[groups[6] ?? 0, groups[7] ?? 0].flatMap((group) => [group >> 8, group & 0xff]).join('.')]
  return [network(groups, 64, 0xffff), network(groups, 56, 0xff00), network(groups, 48, 0)]
}

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
