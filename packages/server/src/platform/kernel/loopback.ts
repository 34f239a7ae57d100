const LOOPBACK: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]', '::1'])

export const isLoopback = (host: string): boolean => LOOPBACK.has(host)

/** For a `Host` header: a port may follow, and IPv6 stands in brackets. */
export const isLoopbackHeader = (header: string | undefined): boolean =>
  /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?$/i.test(header ?? '')

/**
 * Names below `localhost` cannot be registered and lead to this machine (RFC 6761), so that no page of a stranger can have one,
 * nor lead one of its own here by DNS.
 */
const BELOW_LOCALHOST = /^(?:[a-z\d-]+\.)+localhost$/i

/** Where what is for this machine alone may be shown. As origins such names are trusted only where they are listed. */
export const isThisMachine = (host: string): boolean => isLoopback(host) || BELOW_LOCALHOST.test(host)

export const isThisMachineHeader = (header: string | undefined): boolean =>
  isLoopbackHeader(header) || BELOW_LOCALHOST.test((header ?? '').replace(/:\d{1,5}$/, ''))
