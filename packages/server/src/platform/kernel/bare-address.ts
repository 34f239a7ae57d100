import { isIPv4, isIPv6 } from 'node:net'

const WITH_PORT = /^([\d.]{7,15})(?::\d{1,5})?$/
const IN_BRACKETS = /^\[([^\]]{2,})\](?::\d{1,5})?$/
/** Longer than any address, with its zone: what is longer is not looked at. */
const LONGEST = 80

/**
 * The address alone of one hop of `X-Forwarded-For`, or of a socket: a port, brackets and the zone of an interface are no part
 * of it, and an IPv4 address in the clothes of IPv6 is one. Undefined for what is no address.
 */
export function bareAddress(hop: string): string | undefined {
  if (hop.length > LONGEST) return undefined
  const text = WITH_PORT.exec(hop)?.[1] ?? IN_BRACKETS.exec(hop)?.[1] ?? hop
  const address = text.replace(/%.*$/, '').replace(/^::ffff:(?=[\d.]+$)/i, '')
  return isIPv4(address) || isIPv6(address) ? address : undefined
}
