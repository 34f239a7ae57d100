/**
 * How long a process takes to stop, from the end of `STOP_DELAY` on. What has not ended after `cutMs` is cut off, after
 * `endMs` nothing is waited for, and `lingerMs` later the process ends, whatever keeps it alive.
 */
export const stopTimes = { cutMs: 7000, endMs: 9000, lingerMs: 1000 } as const
