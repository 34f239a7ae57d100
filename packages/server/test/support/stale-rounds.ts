import { figure } from './form.ts'

/** How often everything is tried that must never be out of date. */
export const STALE_ROUNDS = figure('STALE_ROUNDS', { short: 1, full: 3 })
/** What only tells more of the same, or is shown of the lease by itself as well, is left to it. */
export const isLongForm = STALE_ROUNDS > 1
export const timeout = 120_000 + STALE_ROUNDS * 120_000
