/**
 * The most sessions that an account may be allowed: up to so many are ended row by row. One that has more all the same, from a
 * time without a cap, has them ended by its epoch.
 */
export const MOST_SESSIONS = 1000
