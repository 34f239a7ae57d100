import { isIP } from 'node:net'

/** Why browsers make no passkeys for a host. */
export function rpIdRefusal(host: string): 'address' | 'single-label' | undefined {
  // An address of IPv6 has brackets in a URL.
  if (isIP(host.replace(/^\[(.*)\]$/, '$1')) !== 0) return 'address'
  return host.includes('.') || host === 'localhost' ? undefined : 'single-label'
}

/** Whether a host is a domain, or lies below it. */
export const isWithin = (host: string, domain: string): boolean => `.${host}`.endsWith(`.${domain}`)

/** The domain that passkeys are made for (WebAuthn: RP ID); undefined where there can be none. */
export function rpIdOf(publicUrl: string, configured: string | undefined): string | undefined {
  const id = configured ?? new URL(publicUrl).hostname
  return rpIdRefusal(id) === undefined ? id : undefined
}
