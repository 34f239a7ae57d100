/**
 * A known mistake: what is changed, by the names of the functions and constants that it is made in, and where the tests should
 * notice. See `changes.mjs` for what can happen there.
 */
export const planted = (name, places, seenBy) => ({ name, places, seenBy })

const on =
  (project) =>
  (...tests) => ({ project, tests })

export const sqlite = on('sqlite')
export const postgres = on('postgres')
