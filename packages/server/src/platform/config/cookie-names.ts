import type { Config } from './schema.ts'

/**
 * A browser accepts a `__Host-` cookie only from this very host, over https and without a domain; with a domain only `__Secure-`
 * is left. Cookies whose names were never documented get the prefix wherever possible.
 */
export function cookieNames({ cookies, server }: Pick<Config, 'cookies' | 'server'>) {
  const hosted = server.publicUrl.startsWith('https:') ? '__Host-' : ''
  const named = cookies.prefix ? hosted : ''
  const shared = named && cookies.domain !== undefined ? '__Secure-' : named
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
