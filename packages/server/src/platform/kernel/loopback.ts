const LOOPBACK: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]', '::1'])

/** Whether a host name or address, as in a URL or to listen on, is this machine and nothing that others reach. */
export const isLoopback = (host: string): boolean => LOOPBACK.has(host)

/** The same for a `Host` header, with its port; an address of IPv6 has brackets there. */
export const isLoopbackHeader = (header: string | undefined): boolean =>
  /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?$/i.test(header ?? '')
