import { BlockList, isIPv6 } from 'node:net'
import { bareAddress } from '../kernel/bare-address.ts'
import { memoise } from '../kernel/memoise.ts'

/** No chain of proxies is as long. A later hop counts as the client: checking thousands would delay all other requests. */
const MAX_HOPS = 30
const REMEMBERED = 1000

const familyOf = (address: string): 'ipv4' | 'ipv6' => (isIPv6(address) ? 'ipv6' : 'ipv4')

/** For the hops of `X-Forwarded-For` and for the peer itself, however the address is written. */
export function proxyTrust(ranges: readonly string[]): (hop: string | undefined, at: number) => boolean {
  const proxies = new BlockList()
  for (const range of ranges) {
    const [address = '', prefix] = range.split('/')
    if (prefix === undefined) proxies.addAddress(address, familyOf(address))
    else proxies.addSubnet(address, Number(prefix), familyOf(address))
  }
  const isProxy = memoise(REMEMBERED, (hop) => {
    const address = bareAddress(hop)
    return address !== undefined && proxies.check(address, familyOf(address))
  })
  return (hop, at) => hop !== undefined && at < MAX_HOPS && isProxy(hop)
}
