/** Up to so many sessions are ended row by row. Where an old account has more, they are ended by its epoch. */
export const MOST_SESSIONS = 1000
