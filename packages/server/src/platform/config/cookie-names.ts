import type { Config } from './schema.ts'

/**
 * What the cookies are really called. A browser takes a name that begins with `__Host-` only from this very host, over https and
 * without a domain; with a domain `__Secure-` is all there is. Those that no client was ever told of have it wherever they can.
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
    passkey: `${hosted}_passkey`,
    language: `${hosted}_language`,
    appSession: '__Host-latchkey_app',
    appNonce: '__Host-latchkey_nonce',
    plainAppSession: 'latchkey_app',
    plainAppNonce: 'latchkey_nonce',
    /** Followed by the name of the attempt. */
    oauth: `${hosted}_oauth_`,
  }
}
