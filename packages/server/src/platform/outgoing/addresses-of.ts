import { lookup, Resolver } from 'node:dns/promises'
import { isIP, isIPv4 } from 'node:net'
import { NotSent } from './outcome.ts'

/** The addresses of a name, or throws `NotSent`. */
export type Resolve = (name: string, cut: AbortSignal) => Promise<readonly string[]>

export type AddressesOf = (url: URL, cut: AbortSignal) => Promise<readonly string[]>

const PATIENCE = { timeout: 3000, tries: 2 }

/** The host of an address without what stands around it: IPv6 is in brackets. */
export const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '')

export const nameOf = (url: URL): string | undefined => {
  const host = hostOf(url)
  return isIP(host) === 0 ? host : undefined
}

/**
 * For names that others chose. The system's own resolver has four threads for everything that waits, passwords among it, and a name server
 * that never answers would have them all.
 */
export const askDns: Resolve = async (name, cut) => {
  const resolver = new Resolver(PATIENCE)
  const cancel = () => resolver.cancel()
  cut.addEventListener('abort', cancel, { once: true })
  try {
    const found = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)])
    return some(found.flatMap((one) => (one.status === 'fulfilled' ? one.value : [])))
  } finally {
    cut.removeEventListener('abort', cancel)
  }
}

/** For names that the operator chose, which may be in the hosts file or in a domain of the machine. */
export const askSystem: Resolve = async (name) => {
  const found = await lookup(name, { all: true, order: 'verbatim' }).catch(() => [])
  return some(found.map(({ address }) => address))
}

/** For addresses that the operator chose, who may lead us anywhere. */
export const operatorsAddresses: AddressesOf = async (url, cut) => {
  const name = nameOf(url)
  return name === undefined ? [hostOf(url)] : askSystem(name, cut)
}

function some(addresses: readonly string[]): readonly string[] {
  if (addresses.length === 0) throw new NotSent('dns_failed')
  return addresses
}

export const withFamily = (address: string) => ({ address, family: isIPv4(address) ? 4 : 6 })
