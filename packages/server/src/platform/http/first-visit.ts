import type { IncomingMessage, Server } from 'node:http'

const PROBE = /^\/(?:healthz|readyz)(?:\?|$)/

/** A process that is only probed, and serves no visitor, saves the memory of what `act` loads. */
export function onFirstVisit(server: Server, act: () => void): void {
  const look = ({ url = '' }: IncomingMessage): void => {
    if (PROBE.test(url)) return
    server.off('request', look)
    act()
  }
  server.on('request', look)
}
