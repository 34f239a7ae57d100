/** For so long a process may use what it keeps after it has sent a renewal that succeeded. */
export const LEASE_MS = 2000
/** Clocks of two machines run unevenly: a holder stops by so much earlier, and a writer waits by so much longer. */
export const MARGIN_MS = 200
export const RENEW_EVERY_MS = 500
/** How often a holder looks for messages, whether it was woken or not. */
export const LOOK_EVERY_MS = 50
