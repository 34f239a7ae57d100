import { isIP } from 'node:net'
import { networkInterfaces } from 'node:os'
import { askDns, askSystem, hostOf, nameOf, type Resolve } from './addresses-of.ts'
import { NotSent } from './outcome.ts'
import { isPublicAddress, Networks } from './public-address.ts'

export interface GuardOptions {
  readonly isProduction: boolean
  /** Where the service itself is, and the port that it listens on. */
  readonly publicUrl: string
  readonly port: number
  /** What the operator allows beside the public network. */
  readonly hosts: readonly string[]
  readonly networks: readonly string[]
  /** The one address of the service itself that may be sent to: where a developer looks at what is sent. It is on loopback. */
  readonly receiver?: string | undefined
  /** Asked for names that the operator has not allowed. */
  readonly resolve?: Resolve
}

type UrlRefusal = 'invalid_url' | 'address_not_allowed'

const MOST_CHARACTERS = 2048
const HTTPS = 443
const HTTP = 80
const LAST_PRIVILEGED = 1023
const LOOPBACK = new Networks(['127.0.0.0/8', '::1', '0.0.0.0', '::'])
/** Where the name of a receiver leads, whatever a hosts file says. */
const THIS_MACHINE: readonly string[] = ['127.0.0.1', '::1']
/** No name server is asked for what means this machine everywhere. */
const LOCALHOST = /(?:^|\.)localhost$/

/** A dot behind a name changes nothing of what it leads to. */
const bareName = (name: string): string => name.replace(/\.$/, '')

const portOf = ({ port, protocol }: URL): number => (port === '' ? (protocol === 'https:' ? HTTPS : HTTP) : Number(port))

/** Stands between the service and addresses that people with fewer rights than the operator have chosen: they must not look into its network. */
export class AddressGuard {
  readonly #options: GuardOptions
  readonly #own: URL
  readonly #hosts: ReadonlySet<string>
  readonly #networks: Networks
  readonly #receiver: string | undefined
  readonly #resolve: Resolve

  constructor(options: GuardOptions) {
    this.#options = options
    this.#own = new URL(options.publicUrl)
    this.#hosts = new Set(options.hosts)
    this.#networks = new Networks(options.networks)
    this.#receiver = options.isProduction || options.receiver === undefined ? undefined : new URL(options.receiver).href
    this.#resolve = options.resolve ?? askDns
  }

  /** What can be told from the text alone. A parser has made every spelling of an address the same by then. */
  read(text: string): URL | UrlRefusal {
    const url = text.length <= MOST_CHARACTERS && URL.canParse(text) ? new URL(text) : undefined
    if (url && url.href === this.#receiver) return url
    if (!url || !this.#isOfAForm(url)) return 'invalid_url'
    return this.#isRefused(url) ? 'address_not_allowed' : url
  }

  /**
   * Where a connection may go, to these addresses and no others: a name that leads elsewhere a moment later leads nowhere. One address that
   * is forbidden forbids all, because a name with two kinds of them was made to be tried until the wrong one is taken.
   */
  async addresses(url: URL, cut: AbortSignal): Promise<readonly string[]> {
    if (url.href === this.#receiver) return nameOf(url) === undefined ? [hostOf(url)] : THIS_MACHINE
    if (this.#isRefused(url)) throw new NotSent('address_not_allowed')
    const name = nameOf(url)
    const isVouchedFor = name !== undefined && this.#hosts.has(bareName(name))
    const found = name === undefined ? [hostOf(url)] : await (isVouchedFor ? askSystem : this.#resolve)(name, cut)
    const isFine = (address: string) => (isVouchedFor || this.#isAllowed(address)) && !this.#isOurs(address, portOf(url))
    if (!found.every(isFine)) throw new NotSent('address_not_allowed')
    return found
  }

  #isOfAForm(url: URL): boolean {
    const isScheme = url.protocol === 'https:' || (url.protocol === 'http:' && !this.#options.isProduction)
    const port = portOf(url)
    const isPort = port === HTTPS || port > LAST_PRIVILEGED
    return isScheme && isPort && url.username === '' && url.password === '' && url.hash === ''
  }

  #isRefused(url: URL): boolean {
    const host = bareName(hostOf(url))
    if (host === bareName(hostOf(this.#own)) && portOf(url) === portOf(this.#own)) return true
    if (isIP(host) !== 0) return !this.#isAllowed(host) || this.#isOurs(host, portOf(url))
    return LOCALHOST.test(host) && !this.#hosts.has(host)
  }

  #isAllowed(address: string): boolean {
    return isPublicAddress(address) || this.#networks.has(address)
  }

  /** Our own port by another name of this machine. */
  #isOurs(address: string, port: number): boolean {
    if (port !== this.#options.port) return false
    if (LOOPBACK.has(address)) return true
    return Object.values(networkInterfaces()).some((all) => all?.some((one) => one.address === address))
  }
}
