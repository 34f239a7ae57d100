/**
 * Counted from the end of `STOP_DELAY`. Until `proxyMs` connections of proxies are waited for and new ones accepted; then
 * connections that were idle for `idleMs` are ended. At `cutMs` the rest is cut off, at `endMs` nothing is waited for any more,
 * and `lingerMs` later the process exits, whatever keeps it alive.
 */
export const stopTimes = { proxyMs: 4000, idleMs: 500, cutMs: 7000, endMs: 9000, lingerMs: 1000 } as const
