/** How often everything is tried that must never be out of date. `STALE_ROUNDS=20` is the long form. */
export const STALE_ROUNDS = Number(process.env['STALE_ROUNDS'] ?? 1)
/** What only tells more of the same, or is shown of the lease by itself as well, is left to it. */
export const isLongForm = STALE_ROUNDS > 1
export const timeout = 120_000 + STALE_ROUNDS * 120_000
