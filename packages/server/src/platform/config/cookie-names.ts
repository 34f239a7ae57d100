import type { Config } from './schema.ts'

/** The safest first: with the last one any host of the same domain can set the cookie. */
const PREFIXES = ['__Host-', '__Secure-', '']

/**
 * A browser accepts a `__Host-` cookie only from this very host, over https and without a domain; with a domain only `__Secure-`
 * is left. Cookies whose names were never documented get the prefix wherever possible.
 */
export function cookieNames({ cookies, server }: Pick<Config, 'cookies' | 'server'>) {
  const hosted = server.publicUrl.startsWith('https:') ? '__Host-' : ''
  const named = cookies.prefix ? hosted : ''
  const shared = sharedPrefix({ cookies, server })
  return {
    session: `${shared}${cookies.sessionName}`,
    refresh: `${shared}${cookies.refreshName}`,
    binding: `${named}${cookies.bindingName}`,
    device: `${hosted}${cookies.deviceName}`,
    csrf: `${hosted}_csrf`,
    newcomer: `${hosted}_newcomer`,
    mailbox: `${hosted}_mailbox`,
    signInCode: `${hosted}_sign_in_code`,
    oidc: `${hosted}_oidc`,
    arrival: `${hosted}_arrival`,
    passkey: `${hosted}_passkey`,
    back: `${hosted}_back`,
    held: `${hosted}_held`,
    language: `${hosted}_language`,
    appSession: '__Host-latchkey_app',
    appNonce: '__Host-latchkey_nonce',
    plainAppSession: 'latchkey_app',
    plainAppNonce: 'latchkey_nonce',
    oauth: `${hosted}_oauth_`, // followed by the name of the attempt
  }
}

function sharedPrefix({ cookies, server }: Pick<Config, 'cookies' | 'server'>): string {
  if (!cookies.prefix || !server.publicUrl.startsWith('https:')) return ''
  return cookies.domain === undefined ? '__Host-' : '__Secure-'
}

/** What the session and refresh cookies are called with other settings of prefix and domain: browsers may still have those. */
export function formerCookieNames({ cookies, server }: Pick<Config, 'cookies' | 'server'>) {
  const isPrefixed = [cookies.sessionName, cookies.refreshName].some((name) => /^__(?:Host|Secure)-/i.test(name))
  const isKnown = server.publicUrl.startsWith('https:') && !isPrefixed
  const others = isKnown ? PREFIXES.filter((prefix) => prefix !== sharedPrefix({ cookies, server })) : []
  return {
    session: others.map((prefix) => `${prefix}${cookies.sessionName}`),
    refresh: others.map((prefix) => `${prefix}${cookies.refreshName}`),
  }
}
