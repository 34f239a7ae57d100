import type { IncomingMessage, Server } from 'node:http'

const PROBE = /^\/(?:healthz|readyz)(?:\?|$)/

/** Does something once, with the first request that is not a probe's: a process that only waits needs no memory for it. */
export function onFirstVisit(server: Server, act: () => void): void {
  const look = ({ url = '' }: IncomingMessage): void => {
    if (PROBE.test(url)) return
    server.off('request', look)
    act()
  }
  server.on('request', look)
}
