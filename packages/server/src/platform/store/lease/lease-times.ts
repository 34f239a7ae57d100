/** How long a process may use its memory, counted from when it sent a renewal that succeeded. */
export const LEASE_MS = 2000
/** Clocks of two machines differ in speed: a holder stops so much earlier, and a writer waits so much longer. */
export const MARGIN_MS = 200
export const RENEW_EVERY_MS = 500
/** Holders look for messages this often, because a notification may be lost. */
export const LOOK_EVERY_MS = 50
