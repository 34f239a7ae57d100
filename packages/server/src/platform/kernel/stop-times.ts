/**
 * How long a process takes to stop, from the end of `STOP_DELAY` on. Connections that a proxy keeps are waited for up to `proxyMs`,
 * while new ones are still accepted; after that, what has waited for a request for `idleMs` is ended. What has not ended after
 * `cutMs` is cut off, after `endMs` nothing is waited for, and `lingerMs` later the process ends, whatever keeps it alive.
 */
export const stopTimes = { proxyMs: 4000, idleMs: 500, cutMs: 7000, endMs: 9000, lingerMs: 1000 } as const
