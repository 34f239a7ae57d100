import { isIP } from 'node:net'

/** Browsers make no passkeys for an IP address, nor for a name without a dot other than `localhost`. */
export function rpIdRefusal(host: string): 'address' | 'single-label' | undefined {
  // An IPv6 address has brackets in a URL.
  if (isIP(host.replace(/^\[(.*)\]$/, '$1')) !== 0) return 'address'
  return host.includes('.') || host === 'localhost' ? undefined : 'single-label'
}

export const isWithin = (host: string, domain: string): boolean => `.${host}`.endsWith(`.${domain}`)

/** The domain that passkeys are made for (WebAuthn: RP ID); undefined where browsers make none. */
export function rpIdOf(publicUrl: string, configured: string | undefined): string | undefined {
  const id = configured ?? new URL(publicUrl).hostname
  return rpIdRefusal(id) === undefined ? id : undefined
}
