import { isIP } from 'node:net'

/** Private networks are no wider; wider ranges contain strangers. */
const WIDEST = { v4: 8, v6: 7 }
const MAPPED = /^::ffff:/i
const MAPPED_BITS = 96

export function isTooWide(text: string): boolean {
  const [address = '', prefix] = text.split('/')
  if (prefix === undefined) return false
  if (isIP(address) === 4) return Number(prefix) < WIDEST.v4
  return Number(prefix) < (MAPPED.test(address) ? MAPPED_BITS + WIDEST.v4 : WIDEST.v6)
}

export function isCidr(text: string): boolean {
  const [address = '', prefix, ...rest] = text.split('/')
  const family = isIP(address)
  if (family === 0 || rest.length > 0) return false
  return prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= (family === 4 ? 32 : 128))
}
