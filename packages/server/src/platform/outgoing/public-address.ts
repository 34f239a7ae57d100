import { BlockList, isIPv4 } from 'node:net'

/** Not of the public network, by the registries of IANA: no host there has one, or it stands for another address. */
const NOT_PUBLIC: readonly string[] = [
  '0.0.0.0/8', // this network
  '10.0.0.0/8', // private
  '100.64.0.0/10', // shared behind a provider's translator
  '127.0.0.0/8', // loopback
  '168.63.129.16/32', // the platform of Azure, which answers from inside a machine alone
  '169.254.0.0/16', // link-local, where clouds answer about the machine
  '172.16.0.0/12', // private
  '192.0.0.0/24', // protocol assignments
  '192.0.2.0/24', // documentation
  '192.31.196.0/24', // AS112
  '192.52.193.0/24', // automatic multicast tunnels
  '192.88.99.0/24', // relays of 6to4
  '192.168.0.0/16', // private
  '192.175.48.0/24', // AS112
  '198.18.0.0/15', // benchmarks
  '198.51.100.0/24', // documentation
  '203.0.113.0/24', // documentation
  '224.0.0.0/4', // multicast
  '240.0.0.0/4', // reserved, and broadcast
  '2001::/23', // protocol assignments, Teredo among them
  '2001:db8::/32', // documentation
  '2002::/16', // 6to4
  '2620:4f:8000::/48', // AS112
  '3fff::/20', // documentation
]

/** All of IPv6 that is given to networks. Mapped and translated addresses, NAT64, local and multicast ones are outside. */
const GIVEN: readonly string[] = ['2000::/3']

const familyOf = (address: string): 'ipv4' | 'ipv6' => (isIPv4(address) ? 'ipv4' : 'ipv6')

/** Of networks as the configuration has them: addresses, and ranges such as `10.0.0.0/8`. */
export class Networks {
  readonly #list = new BlockList()

  constructor(networks: readonly string[]) {
    for (const network of networks) {
      const [address = '', bits] = network.split('/')
      if (bits === undefined) this.#list.addAddress(address, familyOf(address))
      else this.#list.addSubnet(address, Number(bits), familyOf(address))
    }
  }

  has(address: string): boolean {
    return this.#list.check(address, familyOf(address))
  }
}

const notPublic = new Networks(NOT_PUBLIC)
const given = new Networks(GIVEN)

/** Whether an address is of the public network, rather than of this machine or what is near it. */
export const isPublicAddress = (address: string): boolean => !notPublic.has(address) && (isIPv4(address) || given.has(address))
