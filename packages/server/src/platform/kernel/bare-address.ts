import { isIPv4, isIPv6 } from 'node:net'

const WITH_PORT = /^([\d.]{7,15})(?::\d{1,5})?$/
const IN_BRACKETS = /^\[([^\]]{2,})\](?::\d{1,5})?$/
/** No address with a zone is longer; longer text is not even matched. */
const LONGEST = 80

/** The address in one hop of `X-Forwarded-For`, or of a socket: without port, brackets and zone, and IPv4-mapped IPv6 as IPv4. */
export function bareAddress(hop: string): string | undefined {
  if (hop.length > LONGEST) return undefined
  const text = WITH_PORT.exec(hop)?.[1] ?? IN_BRACKETS.exec(hop)?.[1] ?? hop
  const address = text.replace(/%.*$/, '').replace(/^::ffff:(?=[\d.]+$)/i, '')
  return isIPv4(address) || isIPv6(address) ? address : undefined
}
