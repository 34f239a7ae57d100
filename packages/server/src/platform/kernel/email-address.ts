import { domainToASCII } from 'node:url'

/** Matched before lower-casing: the Kelvin sign, for one, would turn into an ASCII `k`. */
const LOCAL = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/i
/** Mail programs decode these words (RFC 2047), and may then show, or even write to, another address. */
const ENCODED_WORD = /=\?.*\?=/
const LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/

/**
 * Plain `local@domain` only. Lists, comments, quoted local parts, encoded words and address literals are legal mail syntax, and
 * each has carried an account takeover somewhere: they are refused, not cleaned.
 */
export function canonicalEmail(typed: string): string | undefined {
  const text = typed.trim()
  if (text.length > 254) return undefined
  const at = text.lastIndexOf('@')
  const local = text.slice(0, at)
  const domain = asciiDomain(text.slice(at + 1))
  if (at < 1 || local.length > 64 || !LOCAL.test(local) || ENCODED_WORD.test(local) || domain === undefined) return undefined
  const address = `${local.toLowerCase()}@${domain}`
  return address.length <= 254 ? address : undefined
}

/** For lists of domains, where a name may also be a single label. */
export const canonicalDomain = (typed: string): string | undefined => asciiDomain(typed.trim(), 1)

/** Of an address in canonical form. */
export const domainOf = (email: string): string => email.slice(email.lastIndexOf('@') + 1)

/** The dots do not tell the length of the name. */
export const maskedEmail = (email: string): string => `${email.slice(0, 1)}•••${email.slice(email.lastIndexOf('@'))}`

function asciiDomain(text: string, leastLabels = 2): string | undefined {
  // domainToASCII is a URL parser: it would unescape `%40`, drop tabs and read `1.2` as an IP address.
  if (/[\s\p{Cc}\p{Cf}%/?#\\:[\]@]/u.test(text)) return undefined
  const domain = domainToASCII(text)
  const labels = domain.split('.')
  const isName = labels.length >= leastLabels && labels.every((label) => LABEL.test(label)) && !/^\d+$/.test(labels.at(-1) ?? '')
  return isName ? domain : undefined
}
