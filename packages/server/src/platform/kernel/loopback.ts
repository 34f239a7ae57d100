const LOOPBACK: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]', '::1'])

export const isLoopback = (host: string): boolean => LOOPBACK.has(host)

/** For a `Host` header: a port may follow, and IPv6 stands in brackets. */
export const isLoopbackHeader = (header: string | undefined): boolean =>
  /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?$/i.test(header ?? '')
